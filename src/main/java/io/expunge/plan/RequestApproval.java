package io.expunge.plan;

import io.expunge.audit.AuditTrail;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import java.util.Objects;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/** Keeps a plan and what was counted for it, so that another person can approve just that. */
public final class RequestApproval {

    private final DeletionJobs jobs;
    private final Approvals approvals;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;

    public RequestApproval(DeletionJobs jobs, Approvals approvals, AuditTrail audit, TransactionTemplate transaction) {
        this.jobs = jobs;
        this.approvals = approvals;
        this.audit = audit;
        this.transaction = transaction;
    }

    /** What came of it. */
    public enum Outcome {
        REQUESTED,
        /** There is no plan to be approved. */
        NO_PLAN,
        /** The job has ended. */
        OVER,
        /** The job was planned anew while its stores were counted. */
        MOVED_MEANWHILE
    }

    /** Records the request and the act in one transaction. */
    public Outcome of(DeletionJob job, ShownPlan shown) {
        if (shown.plan().isEmpty()) {
            return Outcome.NO_PLAN;
        }
        CountedPlan plan = shown.plan().get();
        return Objects.requireNonNull(transaction.execute(status -> {
            DeletionJob now = jobs.find(job.id()).orElseThrow();
            if (now.state().isOver()) {
                return Outcome.OVER;
            }
            if (!now.catalogHash().equals(job.catalogHash())
                    || !now.planHash().orElse(plan.planHash()).equals(plan.planHash())) {
                return Outcome.MOVED_MEANWHILE;
            }
            approvals.request(plan);
            audit.record(
                    "approval.requested",
                    Optional.of(job.id()),
                    Optional.empty(),
                    plan.approvalHash() + ", " + plan.total() + " items counted");
            return Outcome.REQUESTED;
        }));
    }
}
