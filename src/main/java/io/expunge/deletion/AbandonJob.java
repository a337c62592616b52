package io.expunge.deletion;

import io.expunge.audit.AuditTrail;
import io.expunge.policy.Reason;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives an erasure up: nothing more of it is erased or looked for, what is left stays, and the tenant may be re-opened. A
 * person can resume it.
 */
public final class AbandonJob {

    private final DeletionJobs jobs;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public AbandonJob(DeletionJobs jobs, AuditTrail audit, TransactionTemplate transaction, Clock clock) {
        this.jobs = jobs;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What came of it. */
    public enum Outcome {
        ABANDONED,
        UNKNOWN_JOB,
        /** It is over already. */
        OVER,
        /** A living runner has it. */
        AT_WORK,
        /** Somebody moved it just now. */
        MOVED_MEANWHILE
    }

    public Outcome abandon(DeletionJobId id, Reason reason) {
        return Objects.requireNonNull(transaction.execute(status -> {
            Optional<DeletionJob> job = jobs.find(id.value());
            return job.isEmpty() ? Outcome.UNKNOWN_JOB : abandon(job.get(), reason);
        }));
    }

    private Outcome abandon(DeletionJob job, Reason reason) {
        if (job.state().isOver()) {
            return Outcome.OVER;
        }
        if (!jobs.abandon(job, clock.instant())) {
            return jobs.isAtWork(job) ? Outcome.AT_WORK : Outcome.MOVED_MEANWHILE;
        }
        audit.record(
                "job.abandoned",
                Optional.of(job.id()),
                Optional.empty(),
                "from " + job.state()
                        + job.blockReason().map(why -> "(" + why + ")").orElse("") + ", reason " + reason);
        return Outcome.ABANDONED;
    }
}
