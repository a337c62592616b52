package io.expunge.deletion;

import io.expunge.audit.AuditTrail;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/** Takes an erasure back before it has begun. Whoever asks for it again afterwards gets the same job, accepted again. */
public final class CancelJob {

    private final DeletionJobs jobs;
    private final Optional<Intake> intake;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    /**
     * @param intake where it can be reached: an ask that was made before, and not received yet, then doesn't undo the
     *     cancelling, and the tenant may be re-opened at once
     */
    public CancelJob(
            DeletionJobs jobs,
            Optional<Intake> intake,
            AuditTrail audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.jobs = jobs;
        this.intake = intake;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What came of it. */
    public enum Outcome {
        CANCELLED,
        CANCELLED_BEFORE,
        UNKNOWN_JOB,
        /** It has run, or is over in another way. */
        BEGUN,
        /** Somebody moved it just now. */
        MOVED_MEANWHILE
    }

    public Outcome cancel(DeletionJobId id) {
        // Read before the cancelling: what is asked for after this counts as asked again.
        Optional<Instant> asked =
                intake.flatMap(requests -> requests.find(id.value())).map(DeletionRequest::lastRequestedAt);
        Outcome outcome = transaction.execute(
                status -> jobs.find(id.value()).map(job -> cancel(job, asked)).orElse(Outcome.UNKNOWN_JOB));
        if (outcome == Outcome.CANCELLED) {
            intake.ifPresent(requests -> requests.allowReopening(id.value()));
        }
        return Objects.requireNonNull(outcome);
    }

    private Outcome cancel(DeletionJob job, Optional<Instant> asked) {
        if (job.state() == JobState.CANCELLED) {
            return Outcome.CANCELLED_BEFORE;
        }
        if (job.state() != JobState.ACCEPTED) {
            return Outcome.BEGUN;
        }
        if (!jobs.cancel(job, asked, clock.instant())) {
            return Outcome.MOVED_MEANWHILE;
        }
        audit.record("job.cancelled", Optional.of(job.id()), Optional.empty(), "before it began");
        return Outcome.CANCELLED;
    }
}
