package io.expunge.erasure;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.deletion.Lease;
import io.expunge.deletion.StaleLease;
import io.expunge.execution.Faults;
import io.expunge.notify.Announcements;
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
    private final Announcements announcements;
    private final TransactionTemplate newTransaction;
    private final ErasureSettings settings;
    private final Clock clock;

    /** @param catalogs a snapshot by its hash */
    JobSteps(
            DeletionJobs jobs,
            HeldLeases leases,
            Function<String, Catalog> catalogs,
            AuditTrail audit,
            Announcements announcements,
            TransactionTemplate newTransaction,
            ErasureSettings settings,
            Clock clock) {
        this.jobs = jobs;
        this.leases = leases;
        this.catalogs = catalogs;
        this.audit = audit;
        this.announcements = announcements;
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
                letGo(lease);
            } catch (RuntimeException fault) {
                if (Faults.areEverybodys(fault)) {
                    throw fault;
                }
                putAside(lease, fault);
            }
        }
    }

    private void letGo(Lease lease) {
        leases.drop(lease.jobId());
        LOG.info("job {} was taken over by another run", lease.jobId());
    }

    /** A fault of ours at one job is that job's trouble only. It is tried again, but not for ever. */
    private void putAside(Lease lease, RuntimeException fault) {
        LOG.error("job {} met a fault of ours: {}", lease.jobId(), Faults.describe(fault));
        ErrorNote note = new ErrorNote("control", "FAULT", Faults.code(fault));
        try {
            jobs.find(lease.jobId())
                    .filter(job -> job.state() == JobState.RUNNING)
                    .ifPresent(job -> {
                        int tries = job.waits() + 1;
                        move(
                                job,
                                lease,
                                tries < settings.retryLater().budget().retries()
                                        ? new JobMove.Wait(
                                                now().plus(settings.retryLater().delayAfter(tries)), note)
                                        : new JobMove.Block(BlockReason.FAULT, Optional.empty(), Optional.of(note)));
                    });
        } catch (StaleLease taken) {
            letGo(lease);
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
            announcements.moved(job, move, now());
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
