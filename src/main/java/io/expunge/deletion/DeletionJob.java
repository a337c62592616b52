package io.expunge.deletion;

import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A deletion job as it was read.
 *
 * @param tenant working data: empty once the job's watch has ended
 * @param attributes the registry's attributes of the tenant, once it was frozen
 * @param version of its state; a write names the version that it expects
 * @param waits how often running it has ended in WAITING_RETRY since something was last done
 * @param frozenAt when this job first found, or made, the tenant closed
 */
public record DeletionJob(
        String id,
        TenantReference reference,
        Optional<TenantId> tenant,
        int generation,
        Map<String, String> attributes,
        String catalogHash,
        JobState state,
        Optional<BlockReason> blockReason,
        long version,
        int round,
        int waits,
        int unknownLooks,
        long leaseToken,
        Optional<String> runId,
        Optional<Instant> frozenAt,
        Optional<String> planHash,
        Instant requestedAt,
        Instant targetAt,
        Optional<Instant> nextLookAt) {

    /** @throws IllegalStateException once the working data has been cleared */
    public TenantId tenantId() {
        return tenant.orElseThrow(() -> new IllegalStateException(id + " no longer holds its tenant's id"));
    }

    /** The same job, its tenant known by these. */
    public DeletionJob withAttributes(Map<String, String> registered) {
        return new DeletionJob(
                id,
                reference,
                tenant,
                generation,
                registered,
                catalogHash,
                state,
                blockReason,
                version,
                round,
                waits,
                unknownLooks,
                leaseToken,
                runId,
                frozenAt,
                planHash,
                requestedAt,
                targetAt,
                nextLookAt);
    }

    /** The lease under which this process took it. */
    public Lease leaseOf(String owner) {
        return new Lease(id, leaseToken, owner, runId.orElseThrow());
    }

    @Override
    public String toString() {
        return id + " " + state + " round " + round + " version " + version;
    }
}
