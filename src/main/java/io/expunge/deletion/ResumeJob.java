package io.expunge.deletion;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.CatalogSnapshots;
import io.expunge.catalog.CurrentCatalog;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.transaction.support.TransactionTemplate;

/** Lets a blocked or failed job go on, because a person has seen to what kept it. */
public final class ResumeJob {

    private static final Set<JobState> LEFT_TO_A_PERSON = Set.of(JobState.BLOCKED, JobState.FAILED);

    private final DeletionJobs jobs;
    private final CatalogSnapshots catalogs;
    private final Holds holds;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public ResumeJob(
            DeletionJobs jobs,
            CatalogSnapshots catalogs,
            Holds holds,
            AuditTrail audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.jobs = jobs;
        this.catalogs = catalogs;
        this.holds = holds;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What came of it. */
    public enum Outcome {
        RESUMED,
        UNKNOWN_JOB,
        /** It is neither blocked nor failed. */
        NOT_LEFT_TO_A_PERSON,
        /** The catalog under which it was submitted, or the current one, protects the tenant. */
        PROTECTED,
        /** A legal hold lies on the tenant. */
        HELD,
        /** Its watch has ended, and the tenant's id is cleared. */
        ID_CLEARED,
        /** Somebody moved it just now. */
        MOVED_MEANWHILE
    }

    /** Makes it due at once; the act is recorded in the same transaction. */
    public Outcome resume(DeletionJobId id) {
        Outcome outcome = transaction.execute(status -> {
            Optional<DeletionJob> found = jobs.find(id.value());
            return found.isEmpty() ? Outcome.UNKNOWN_JOB : resume(found.get());
        });
        return Objects.requireNonNull(outcome);
    }

    /**
     * Resumes every blocked job that fits, each in a transaction of its own, so that one that can't go on stops none (I9).
     * Failed ones were given up one by one, and are taken up one by one.
     *
     * @return what came of each, by its id; oldest request first
     */
    public Map<DeletionJobId, Outcome> resumeBlocked(Optional<BlockReason> reason, Optional<String> store) {
        Map<DeletionJobId, Outcome> outcomes = new LinkedHashMap<>();
        for (String id : jobs.blocked(reason, store)) {
            DeletionJobId job = new DeletionJobId(id);
            outcomes.put(job, resume(job));
        }
        return outcomes;
    }

    private Outcome resume(DeletionJob job) {
        if (!LEFT_TO_A_PERSON.contains(job.state())) {
            return Outcome.NOT_LEFT_TO_A_PERSON;
        }
        if (job.tenant().isEmpty()) {
            return Outcome.ID_CLEARED;
        }
        if (isProtected(job)) {
            return Outcome.PROTECTED;
        }
        if (holds.bind(job)) {
            return Outcome.HELD;
        }
        if (!jobs.resume(job, clock.instant())) {
            return Outcome.MOVED_MEANWHILE;
        }
        audit.record("job.resumed", Optional.of(job.id()), Optional.empty(), "from " + job.state());
        return Outcome.RESUMED;
    }

    private boolean isProtected(DeletionJob job) {
        return Stream.concat(Stream.of(job.catalogHash()), catalogs.current().map(CurrentCatalog::hash).stream())
                .distinct()
                .flatMap(hash -> catalogs.find(hash).stream())
                .anyMatch(snapshot -> snapshot.catalog().isProtected(job.tenantId()));
    }
}
