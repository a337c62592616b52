package io.expunge.deletion;

import io.expunge.audit.AuditTrail;
import io.expunge.policy.Orders;
import io.expunge.policy.Reason;
import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Lifts the holds on a tenant, under whichever keys they were placed. Jobs that were blocked by them are due at once, in the
 * same transaction. What a store itself holds back, an object under a lock say, is not ours to lift: such a job runs and is
 * blocked again.
 */
public final class ReleaseHold {

    private final Orders orders;
    private final Holds holds;
    private final DeletionJobs jobs;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public ReleaseHold(
            Orders orders,
            Holds holds,
            DeletionJobs jobs,
            AuditTrail audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.orders = orders;
        this.holds = holds;
        this.jobs = jobs;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * What came of it.
     *
     * @param held whether there was a hold to lift
     * @param dueNow the jobs that were blocked by it and go on
     */
    public record Released(boolean held, List<DeletionJob> dueNow) {}

    /** By a job of the tenant. Empty if there is no such job. */
    public Optional<Released> of(DeletionJobId id, Reason reason) {
        return Objects.requireNonNull(transaction.execute(
                status -> jobs.find(id.value()).map(job -> release(holds.referencesOf(job), reason))));
    }

    /** By the tenant's id. */
    public Released of(TenantId tenant, Reason reason) {
        return Objects.requireNonNull(transaction.execute(status -> release(holds.referencesOf(tenant), reason)));
    }

    private Released release(List<TenantReference> tenant, Reason reason) {
        Set<TenantReference> held = holds.inForce(tenant);
        if (held.isEmpty()) {
            return new Released(false, List.of());
        }
        Instant now = clock.instant();
        for (TenantReference reference : held) {
            orders.release(reference, reason, now);
            audit.record(
                    "hold.released",
                    Optional.empty(),
                    Optional.empty(),
                    "reference " + reference.keyName() + ":" + reference.value() + ", reason " + reason);
        }
        return new Released(true, goOn(tenant, now));
    }

    private List<DeletionJob> goOn(List<TenantReference> tenant, Instant now) {
        List<DeletionJob> dueNow = new ArrayList<>();
        for (DeletionJob job : jobs.ofTenant(tenant)) {
            boolean blockedByIt = job.blockReason().equals(Optional.of(BlockReason.HELD));
            if (blockedByIt && job.tenant().isPresent() && jobs.resume(job, now)) {
                audit.record(
                        "job.resumed", Optional.of(job.id()), Optional.empty(), "from BLOCKED, the hold was released");
                dueNow.add(job);
            }
        }
        return dueNow;
    }
}
