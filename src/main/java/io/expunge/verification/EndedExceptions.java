package io.expunge.verification;

import io.expunge.audit.AuditTrail;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.notify.Announcements;
import io.expunge.policy.Exceptions;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Takes VERIFIED away where it rests on an exception that has ended. Whether what was kept is still there shows in the round
 * that {@code resume} opens: a look alone could not tell whether it would go now.
 */
final class EndedExceptions {

    private static final Logger LOG = LoggerFactory.getLogger(EndedExceptions.class);

    private final DeletionJobs jobs;
    private final Exceptions exceptions;
    private final AuditTrail audit;
    private final Announcements announcements;
    private final TransactionTemplate newTransaction;

    EndedExceptions(
            DeletionJobs jobs,
            Exceptions exceptions,
            AuditTrail audit,
            Announcements announcements,
            TransactionTemplate newTransaction) {
        this.jobs = jobs;
        this.exceptions = exceptions;
        this.audit = audit;
        this.announcements = announcements;
        this.newTransaction = newTransaction;
    }

    void block(String runId, Instant now) {
        for (String id : exceptions.jobsPastThem(now)) {
            newTransaction.executeWithoutResult(status -> jobs.find(id)
                    .filter(job -> job.state() == JobState.VERIFIED && jobs.overdue(job, now))
                    .ifPresent(job -> record(job, runId, now)));
        }
    }

    private void record(DeletionJob job, String runId, Instant now) {
        audit.record(
                "job.decided", Optional.of(job.id()), Optional.of(runId), "BLOCKED(OVERDUE), an exception has ended");
        announcements.moved(job, new JobMove.Block(BlockReason.OVERDUE, Optional.empty(), Optional.empty()), now);
        LOG.info("job {} VERIFIED to BLOCKED(OVERDUE), run {}", job.id(), runId);
    }
}
