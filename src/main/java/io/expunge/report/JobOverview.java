package io.expunge.report;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobState;
import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a deletion job stands.
 *
 * @param generationMet the later generation under which the tenant was found
 * @param leaseUntil until when its runner has it, unless renewed
 * @param tasks how many its plan has
 * @param tasksEnded how many the eraser is done with in this round
 */
public record JobOverview(
        String jobId,
        TenantReference tenant,
        int generation,
        JobState state,
        Optional<BlockReason> blockReason,
        Optional<Integer> generationMet,
        String stage,
        int round,
        Instant stateSince,
        String reasonCode,
        Optional<String> ticket,
        String requestedBy,
        Instant requestedAt,
        Instant notBefore,
        Optional<Instant> nextRetryAt,
        Optional<Instant> nextLookAt,
        Instant targetAt,
        Optional<Instant> expectedAt,
        Optional<ErrorNote> lastError,
        Optional<String> runId,
        Optional<Instant> leaseUntil,
        Optional<Instant> verifiedAt,
        String catalogHash,
        long tasks,
        long tasksEnded,
        long itemsErased) {

    /** Whether somebody is known to be working on it. */
    public boolean isHeld(Instant now) {
        return leaseUntil.filter(now::isBefore).isPresent();
    }
}
