package io.expunge.deletion;

import io.expunge.audit.AuditTrail;
import io.expunge.policy.Orders;
import io.expunge.policy.Reason;
import io.expunge.tenant.TenantId;
import io.expunge.tenant.TenantReference;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Places a legal hold on a tenant, whether it has a job or not. It binds every process within one slice (I11); jobs that it
 * meets are blocked by the run that meets it.
 */
public final class PlaceHold {

    private final Orders orders;
    private final Holds holds;
    private final DeletionJobs jobs;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public PlaceHold(
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
     * @param tenant the reference under which the tenant is held
     * @param already whether it was held before; then nothing was written
     * @param open the tenant's jobs that are not over
     */
    public record Placed(TenantReference tenant, boolean already, List<DeletionJob> open) {}

    /** On a job's tenant, under the job's own reference. Empty if there is no such job. */
    public Optional<Placed> on(DeletionJobId id, Reason reason) {
        return Objects.requireNonNull(transaction.execute(status ->
                jobs.find(id.value()).map(job -> place(holds.referencesOf(job), Optional.of(job.id()), reason))));
    }

    /** On a tenant by its id, under the current key. */
    public Placed on(TenantId tenant, Reason reason) {
        return Objects.requireNonNull(
                transaction.execute(status -> place(holds.referencesOf(tenant), Optional.empty(), reason)));
    }

    private Placed place(List<TenantReference> tenant, Optional<String> jobId, Reason reason) {
        List<DeletionJob> open = jobs.ofTenant(tenant).stream()
                .filter(job -> !job.state().isOver())
                .toList();
        Optional<TenantReference> before = holds.inForce(tenant).stream().findFirst();
        if (before.isPresent()) {
            return new Placed(before.get(), true, open);
        }
        TenantReference under = tenant.get(0);
        orders.place(under, reason, clock.instant());
        audit.record(
                "hold.placed",
                jobId,
                Optional.empty(),
                "reference " + under.keyName() + ":" + under.value() + ", reason " + reason);
        return new Placed(under, false, open);
    }
}
