package io.expunge.evidence;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * One observation: what a probe saw of one task at one location in one run.
 *
 * @param look how often the task has been looked at in its round, this time included
 * @param gapCode why it isn't EMPTY: RESIDUE, UNGENERATED, or a probe's reason for not knowing
 * @param storeCode the store's own code, where it gave one
 * @param residue items of the erased generation or an older one; empty when unknown
 * @param ungenerated items of the tenant that carry no generation
 * @param later items of a later generation, which stay
 * @param probe the shape of the question, no values
 * @param credentials the login that asked
 */
public record EvidenceRow(
        String runId,
        String jobId,
        String referenceKey,
        String tenantRef,
        int generation,
        String taskId,
        String resourceId,
        String location,
        int round,
        int look,
        Verdict verdict,
        Optional<String> gapCode,
        Optional<String> storeCode,
        Optional<Long> residue,
        Optional<Long> ungenerated,
        Optional<Long> later,
        Optional<Long> baseline,
        Control control,
        String probe,
        String credentials,
        String fence,
        String erasedPosition,
        String probePosition,
        String planHash,
        String policyVersion,
        String catalogHash,
        String softwareVersion,
        Instant requestedAt,
        Instant observedAt) {

    /** What the first look at a task follows. */
    static final String NOTHING_BEFORE = "0".repeat(64);

    /** Times are kept to the microsecond, as the database does, so that a row hashes alike when it is read again. */
    public EvidenceRow {
        requestedAt = requestedAt.truncatedTo(ChronoUnit.MICROS);
        observedAt = observedAt.truncatedTo(ChronoUnit.MICROS);
    }

    /**
     * The row's hash.
     *
     * @param previous the hash of the look before at the same task
     */
    String hash(String previous) {
        return new Digest("evidence 1")
                .field(previous)
                .field(runId)
                .field(jobId)
                .field(referenceKey)
                .field(tenantRef)
                .field(generation)
                .field(taskId)
                .field(resourceId)
                .field(location)
                .field(round)
                .field(look)
                .field(verdict)
                .field(gapCode.orElse(null))
                .field(storeCode.orElse(null))
                .field(residue.orElse(null))
                .field(ungenerated.orElse(null))
                .field(later.orElse(null))
                .field(baseline.orElse(null))
                .field(control)
                .field(probe)
                .field(credentials)
                .field(fence)
                .field(erasedPosition)
                .field(probePosition)
                .field(planHash)
                .field(policyVersion)
                .field(catalogHash)
                .field(softwareVersion)
                .field(requestedAt)
                .field(observedAt)
                .hex();
    }
}
