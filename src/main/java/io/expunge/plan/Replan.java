package io.expunge.plan;

import io.expunge.audit.AuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogSnapshot;
import io.expunge.catalog.CatalogSnapshots;
import io.expunge.catalog.CurrentCatalog;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Puts jobs on the current catalog; the next run makes their new plans. What was proved stays where it is, and is proved anew.
 * A task whose resource the catalog doesn't name any more is done for no longer, but only where a search for drift would find
 * what it leaves (I10).
 */
public final class Replan {

    private final DeletionJobs jobs;
    private final DeletionTasks tasks;
    private final CatalogSnapshots catalogs;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public Replan(
            DeletionJobs jobs,
            DeletionTasks tasks,
            CatalogSnapshots catalogs,
            AuditTrail audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.catalogs = catalogs;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** What came of it. */
    public enum Outcome {
        REPLANNED,
        UNKNOWN_JOB,
        /** It is on the current catalog. */
        CURRENT,
        /** Somebody holds its lease. */
        AT_WORK,
        /** It is verified, cancelled or failed. */
        OVER,
        /** Its watch has ended, and the tenant's id is cleared. */
        ID_CLEARED,
        /** The current catalog protects the tenant. */
        PROTECTED,
        /** Nothing would notice what is left of a resource that the current catalog doesn't name. */
        OUT_OF_SIGHT
    }

    /**
     * What came of one job.
     *
     * @param job as it now is; none if there is no such job
     * @param outOfSight what the current catalog must name, as {@code resource@location}
     */
    public record Replanned(String jobId, Outcome outcome, Optional<DeletionJob> job, List<String> outOfSight) {
        public Replanned {
            outOfSight = List.copyOf(outOfSight);
        }
    }

    /** Puts one job on the current catalog; the act is recorded in the same transaction. */
    public Replanned one(DeletionJobId id) {
        return Objects.requireNonNull(transaction.execute(status -> replan(id.value())));
    }

    /** Puts every open job that is on another catalog on the current one, each in a transaction of its own. */
    public List<Replanned> all() {
        String current = current().hash();
        List<String> open =
                Objects.requireNonNull(transaction.execute(status -> jobs.openUnderAnotherCatalog(current)));
        return open.stream().map(id -> one(new DeletionJobId(id))).toList();
    }

    private CatalogSnapshot current() {
        return catalogs.current()
                .map(CurrentCatalog::hash)
                .flatMap(catalogs::find)
                .orElseThrow(() ->
                        new IllegalStateException("no catalog is current: there is a job, and migrate was not run"));
    }

    private Replanned replan(String id) {
        Optional<DeletionJob> found = jobs.find(id);
        if (found.isEmpty()) {
            return new Replanned(id, Outcome.UNKNOWN_JOB, found, List.of());
        }
        DeletionJob job = found.get();
        CatalogSnapshot current = current();
        Optional<Outcome> refusal = refusal(job, current);
        if (refusal.isPresent()) {
            return new Replanned(id, refusal.get(), found, List.of());
        }
        List<String> outOfSight = outOfSight(job, current.catalog());
        if (!outOfSight.isEmpty()) {
            return new Replanned(id, Outcome.OUT_OF_SIGHT, found, outOfSight);
        }
        if (!jobs.replan(job, current.hash(), clock.instant())) {
            return new Replanned(id, Outcome.AT_WORK, found, List.of());
        }
        DeletionJob replanned = jobs.find(id).orElseThrow();
        audit.record(
                "job.replanned",
                Optional.of(id),
                Optional.empty(),
                "from " + job.state() + ", catalog " + current.hash() + ", round " + replanned.round());
        return new Replanned(id, Outcome.REPLANNED, Optional.of(replanned), List.of());
    }

    private static Optional<Outcome> refusal(DeletionJob job, CatalogSnapshot current) {
        if (job.state().isOver()) {
            return Optional.of(Outcome.OVER);
        }
        if (job.tenant().isEmpty()) {
            return Optional.of(Outcome.ID_CLEARED);
        }
        if (job.catalogHash().equals(current.hash())) {
            return Optional.of(Outcome.CURRENT);
        }
        return current.catalog().isProtected(job.tenantId()) ? Optional.of(Outcome.PROTECTED) : Optional.empty();
    }

    /** A store is searched for drift as long as the plan has a required task in it. */
    private List<String> outOfSight(DeletionJob job, Catalog catalog) {
        return tasks.ofJob(job.id()).stream()
                .filter(task -> !names(catalog, task) && !isSearched(catalog, task.store()))
                .map(task -> task.resourceId() + "@" + task.location())
                .toList();
    }

    private static boolean names(Catalog catalog, DeletionTask task) {
        return catalog.find(task.resourceId()).stream()
                .flatMap(resource -> resource.locations().stream())
                .anyMatch(location -> location.name().equals(task.location())
                        && location.store().equals(task.store()));
    }

    private static boolean isSearched(Catalog catalog, String store) {
        return catalog.resources().stream()
                .anyMatch(resource -> resource.required()
                        && resource.locations().stream()
                                .anyMatch(location -> location.store().equals(store)));
    }
}
