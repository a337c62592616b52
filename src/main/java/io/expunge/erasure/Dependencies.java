package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Resource;
import io.expunge.deletion.DeletionTask;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which resources must be done before another: its sources, and the rows that point to its rows. */
final class Dependencies {

    private Dependencies() {}

    /** The first resource that this one has to wait for, among a job's tasks as they stand. */
    static Optional<String> unfinished(Catalog catalog, Resource resource, List<DeletionTask> tasksOfJob) {
        Set<String> before = before(catalog, resource);
        return tasksOfJob.stream()
                .filter(task ->
                        before.contains(task.resourceId()) && !task.state().isEnd())
                .map(DeletionTask::resourceId)
                .findFirst();
    }

    private static Set<String> before(Catalog catalog, Resource resource) {
        Set<String> before = new LinkedHashSet<>(resource.derivedFrom());
        for (Resource other : catalog.resources()) {
            if (!other.id().equals(resource.id()) && pointsTo(other, resource)) {
                before.add(other.id());
            }
        }
        return before;
    }

    private static boolean pointsTo(Resource other, Resource resource) {
        return other.references().contains(resource.id())
                || (other.ownedBy() instanceof Ownership.ParentRow row
                        && row.parent().equals(resource.id()));
    }
}
