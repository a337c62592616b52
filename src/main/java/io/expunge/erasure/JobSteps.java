package io.expunge.erasure;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.Lease;
import io.expunge.deletion.StaleLease;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * How the single-threaded steps walk over the jobs that this run holds: each in transactions of its own, so that one that
 * can't go on never stops another (I9), and one that was taken over is let go without a word.
 */
final class JobSteps {

    private static final Logger LOG = LoggerFactory.getLogger(JobSteps.class);

    private final DeletionJobs jobs;
    private final HeldLeases leases;
    private final Function<String, Catalog> catalogs;
    private final AuditTrail audit;
    private final TransactionTemplate newTransaction;
    private final ErasureSettings settings;
    private final Clock clock;

    /** @param catalogs a snapshot by its hash */
    JobSteps(
            DeletionJobs jobs,
            HeldLeases leases,
            Function<String, Catalog> catalogs,
            AuditTrail audit,
            TransactionTemplate newTransaction,
            ErasureSettings settings,
            Clock clock) {
        this.jobs = jobs;
        this.leases = leases;
        this.catalogs = catalogs;
        this.audit = audit;
        this.newTransaction = newTransaction;
        this.settings = settings;
        this.clock = clock;
    }

    void forEachHeld(String runId, Consumer<HeldJob> work) {
        for (Lease lease : leases.ofRun(runId)) {
            try {
                jobs.find(lease.jobId())
                        .ifPresent(job -> work.accept(
                                new HeldJob(ours(job, lease), lease, catalogs.apply(job.catalogHash()), this)));
            } catch (StaleLease taken) {
                leases.drop(lease.jobId());
                LOG.info("job {} was taken over by another run", lease.jobId());
            }
        }
    }

    /** Whoever has taken it over may have brought it anywhere by now, also where no move of ours leads. */
    private static DeletionJob ours(DeletionJob job, Lease lease) {
        if (job.leaseToken() != lease.token()) {
            throw new StaleLease(lease);
        }
        return job;
    }

    void move(DeletionJob job, Lease lease, JobMove move) {
        inTransaction(() -> {
            jobs.move(job, lease, move, now());
            audit.record(
                    "job.moved",
                    Optional.of(job.id()),
                    Optional.of(lease.runId()),
                    job.state() + " to " + describe(move));
        });
        leases.drop(job.id());
        LOG.info("job {} {} to {}, run {}", job.id(), job.state(), describe(move), lease.runId());
    }

    private static String describe(JobMove move) {
        return move.to()
                + move.blocked().map(reason -> "(" + reason + ")").orElse("")
                + move.why()
                        .map(note -> " because " + note.store() + " " + note.errorClass() + " " + note.code())
                        .orElse("");
    }

    void inTransaction(Runnable work) {
        newTransaction.executeWithoutResult(status -> work.run());
    }

    DeletionJobs jobs() {
        return jobs;
    }

    ErasureSettings settings() {
        return settings;
    }

    Instant now() {
        return clock.instant();
    }
}
