package io.expunge.deadletter;

import io.expunge.audit.AuditTrail;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.JobState;
import io.expunge.policy.Orders;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Has what was left to a person tried again: closes its letters and lets the job go on, a transaction per job. The tasks stay as
 * they are until a run takes them up; what fails again opens a letter anew. Doing it twice does nothing more.
 */
public final class RetryDeadLetters {

    private final DeadLetters letters;
    private final DeletionJobs jobs;
    private final Orders orders;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public RetryDeadLetters(
            DeadLetters letters,
            DeletionJobs jobs,
            Orders orders,
            AuditTrail audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.letters = letters;
        this.jobs = jobs;
        this.orders = orders;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What came of it for one job. */
    public enum Outcome {
        RETRIED,
        /** All of them had been dealt with before. */
        NOTHING_OPEN,
        /** A legal hold lies on the tenant. */
        HELD,
        /** The job was given up, or is verified: it has to be resumed first, or there is nothing to try. */
        NOT_UNDER_WAY,
        /** Its watch has ended, and the tenant's id is cleared. */
        ID_CLEARED,
        /** Somebody moved it just now. */
        MOVED_MEANWHILE
    }

    /** What came of it for one job, and the letters that were asked for. */
    public record Answer(String jobId, List<DeadLetter> letters, Outcome outcome) {}

    /** One answer per job, in the order of the letters; none if no letter is meant. */
    public List<Answer> retry(Choice choice) {
        Map<String, List<DeadLetter>> byJob = letters.find(choice).stream()
                .collect(Collectors.groupingBy(DeadLetter::jobId, LinkedHashMap::new, Collectors.toList()));
        List<Answer> answers = new ArrayList<>();
        byJob.forEach((job, ofJob) -> answers.add(
                new Answer(job, ofJob, Objects.requireNonNull(transaction.execute(status -> retry(job, ofJob))))));
        return answers;
    }

    private Outcome retry(String jobId, List<DeadLetter> ofJob) {
        DeletionJob job = jobs.find(jobId).orElseThrow();
        Instant now = clock.instant();
        if (job.state().isOver()) {
            return Outcome.NOT_UNDER_WAY;
        }
        if (job.tenant().isEmpty()) {
            return Outcome.ID_CLEARED;
        }
        if (!orders.held(Set.of(job.reference())).isEmpty()) {
            return Outcome.HELD;
        }
        List<DeadLetterId> open =
                ofJob.stream().filter(DeadLetter::isOpen).map(DeadLetter::id).toList();
        if (open.isEmpty()) {
            return Outcome.NOTHING_OPEN;
        }
        if (job.state() == JobState.BLOCKED && !jobs.resume(job, now)) {
            return Outcome.MOVED_MEANWHILE;
        }
        letters.retried(open, now);
        audit.record(
                "dead_letter.retried",
                Optional.of(jobId),
                Optional.empty(),
                open.size() + (open.size() == 1 ? " letter" : " letters") + ", the first " + open.get(0));
        return Outcome.RETRIED;
    }
}
