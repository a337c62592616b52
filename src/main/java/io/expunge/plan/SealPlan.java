package io.expunge.plan;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.ErasureOrder;
import io.expunge.catalog.Location;
import io.expunge.catalog.NotInjective;
import io.expunge.catalog.Resource;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.NewTask;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Turns a catalog snapshot into a job's tasks, in the order in which they are done. The same job gives the same plan, whatever
 * was planned for it before.
 */
public final class SealPlan {

    /**
     * What is to be done for a job.
     *
     * @param hash over the generation, the catalog and every task; changes when anything that is done changes
     */
    public record Plan(String hash, List<NewTask> tasks) {
        public Plan {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * Plans a job; asks no store.
     *
     * @throws NotInjective if a layout can't hold the tenant's id
     */
    public Plan of(DeletionJob job, Catalog catalog) {
        return of(job, catalog, List.of());
    }

    /**
     * Plans a job that was planned before: a task that there is already keeps its id, and with it what is known of it.
     *
     * @param known all tasks that the job ever had
     * @throws NotInjective if a layout can't hold the tenant's id
     */
    public Plan of(DeletionJob job, Catalog catalog, List<DeletionTask> known) {
        Map<String, String> ids = new HashMap<>();
        known.forEach(task -> ids.put(task.resourceId() + "@" + task.location(), task.id()));
        List<NewTask> tasks = new ArrayList<>();
        for (Resource resource : ErasureOrder.of(catalog).resources()) {
            // Written now, so that a layout that can't hold the id is refused before anything is touched (I12).
            resource.storedId(job.tenantId(), job.attributes());
            for (Location location : resource.locations()) {
                int position = tasks.size() + 1;
                String id = ids.computeIfAbsent(
                        resource.id() + "@" + location.name(),
                        place -> String.format(Locale.ROOT, "%s-%03d", job.id(), ids.size() + 1));
                tasks.add(new NewTask(
                        id,
                        resource.id(),
                        location.name(),
                        location.store(),
                        resource.type().label(),
                        resource.wave().name(),
                        position,
                        resource.required(),
                        resource.fence().label(),
                        resource.verify().secondLook()));
            }
        }
        return new Plan(hash(job, tasks), tasks);
    }

    private static String hash(DeletionJob job, List<NewTask> tasks) {
        StringBuilder content = new StringBuilder("plan 1\n")
                .append(job.generation())
                .append('\n')
                .append(job.catalogHash())
                .append('\n');
        tasks.forEach(task -> content.append(task.position())
                .append(' ')
                .append(task.resourceId())
                .append('@')
                .append(task.location())
                .append(' ')
                .append(task.store())
                .append(' ')
                .append(task.wave())
                .append(' ')
                .append(task.fence())
                .append(' ')
                .append(task.required())
                .append(' ')
                .append(task.secondLook())
                .append('\n'));
        return PlanHash.of(content.toString().getBytes(StandardCharsets.UTF_8));
    }
}
