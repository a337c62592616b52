package io.expunge.notify;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Resource;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.deletion.TaskState;
import io.expunge.notify.Notification.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Decides whom a job's move concerns. In the transaction of the move, so that neither is there without the other. */
public final class Announcements {

    private final Outbox outbox;
    private final DeletionTasks tasks;
    private final Function<String, Catalog> catalogs;
    private final Function<String, Optional<String>> submitters;
    private final int looksThatCanNotTell;

    /**
     * @param catalogs a snapshot by its hash
     * @param submitters who asked for a job, by its id
     * @param looksThatCanNotTell after so many in a row an owner is told
     */
    public Announcements(
            Outbox outbox,
            DeletionTasks tasks,
            Function<String, Catalog> catalogs,
            Function<String, Optional<String>> submitters,
            int looksThatCanNotTell) {
        this.outbox = outbox;
        this.tasks = tasks;
        this.catalogs = catalogs;
        this.submitters = submitters;
        this.looksThatCanNotTell = looksThatCanNotTell;
    }

    /** Tells whoever is to know that the job moved. */
    public void moved(DeletionJob job, JobMove move, Instant now) {
        Optional<String> reason = move.blocked().map(Enum::name);
        if (move.to() == JobState.BLOCKED) {
            List<DeletionTask> left = leftToAPerson(job);
            tellOwners(
                    Kind.JOB_BLOCKED,
                    job,
                    left.isEmpty() ? of(job, move.why()) : of(job, left),
                    reason,
                    move.why(),
                    now);
        } else if (move.to() == JobState.WAITING_RETRY) {
            tellOwners(Kind.DEAD_LETTER, job, of(job, leftToAPerson(job)), Optional.empty(), Optional.empty(), now);
        } else if (move.to() == JobState.VERIFIED) {
            submitters
                    .apply(job.id())
                    .ifPresent(login -> outbox.add(
                            Kind.JOB_VERIFIED,
                            job.id(),
                            new Recipient(Recipient.Kind.SUBMITTER, login),
                            Optional.empty(),
                            List.of(),
                            Optional.empty(),
                            now));
        } else if (move.unknownLooks() >= looksThatCanNotTell) {
            tellOwners(Kind.LOOKS_UNKNOWN, job, of(job, move.why()), Optional.empty(), move.why(), now);
        }
    }

    private void tellOwners(
            Kind kind,
            DeletionJob job,
            Map<String, List<String>> resourcesByOwner,
            Optional<String> reason,
            Optional<ErrorNote> error,
            Instant now) {
        resourcesByOwner.forEach((owner, resources) ->
                outbox.add(kind, job.id(), new Recipient(Recipient.Kind.OWNER, owner), reason, resources, error, now));
    }

    private List<DeletionTask> leftToAPerson(DeletionJob job) {
        return tasks.ofJob(job.id()).stream()
                .filter(task -> task.state() == TaskState.BLOCKED)
                .toList();
    }

    /** The owners of these tasks, with their resources. */
    private Map<String, List<String>> of(DeletionJob job, List<DeletionTask> left) {
        Catalog catalog = catalogs.apply(job.catalogHash());
        return byOwner(left.stream()
                .map(task -> catalog.resource(task.resourceId()))
                .distinct()
                .toList());
    }

    /** The owners of what is in the store that was met; of everything, where none was. */
    private Map<String, List<String>> of(DeletionJob job, Optional<ErrorNote> met) {
        List<Resource> all = catalogs.apply(job.catalogHash()).resources();
        List<Resource> there = all.stream()
                .filter(resource -> met.filter(note -> note.store().equals(resource.store()))
                        .isPresent())
                .toList();
        return byOwner(there.isEmpty() ? all : there);
    }

    private static Map<String, List<String>> byOwner(List<Resource> resources) {
        return resources.stream()
                .collect(Collectors.groupingBy(
                        Resource::owner, TreeMap::new, Collectors.mapping(Resource::id, Collectors.toList())));
    }
}
