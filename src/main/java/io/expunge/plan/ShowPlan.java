package io.expunge.plan;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Location;
import io.expunge.catalog.NotInjective;
import io.expunge.catalog.Resource;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.NewTask;
import io.expunge.policy.Orders;
import io.expunge.store.Scope;
import io.expunge.store.Stores;
import io.expunge.store.Subject;
import io.expunge.store.Target;
import io.expunge.store.TenantRegistry.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows what would be erased for a job, counted now, and what stands in the way. Touches nothing. The control database is read
 * before and after the stores are asked, never meanwhile.
 */
public final class ShowPlan {

    private final DeletionTasks tasks;
    private final Orders orders;
    private final Approvals approvals;
    private final Stores stores;

    public ShowPlan(DeletionTasks tasks, Orders orders, Approvals approvals, Stores stores) {
        this.tasks = tasks;
        this.orders = orders;
        this.approvals = approvals;
        this.stores = stores;
    }

    /** @throws IllegalStateException if the tenant's id was cleared; asking for that first is the caller's */
    public ShownPlan of(DeletionJob job, Catalog catalog) {
        RegistryLook registry = RegistryLook.at(stores, catalog, job.tenantId());
        Map<String, String> attributes = registry.entry().map(Entry::attributes).orElse(job.attributes());
        List<String> warnings = new ArrayList<>(warnings(job, catalog, registry));
        Optional<SealPlan.Plan> plan = plan(job.withAttributes(attributes), catalog);
        if (plan.isEmpty()) {
            warnings.add(
                    "a layout can't hold the tenant's id without meaning another tenant, or the registry has no value for"
                            + " it: as it stands the job will be blocked");
            return new ShownPlan(
                    false,
                    Optional.empty(),
                    List.of(),
                    catalog.caps().job(),
                    List.of(),
                    approvals.latest(job.id()),
                    false,
                    warnings);
        }
        List<PlannedTask> lines = lines(job.withAttributes(attributes), catalog, plan.get());
        List<TaskCount> counts = lines.stream().map(PlannedTask::count).toList();
        CountedPlan counted = new CountedPlan(
                job.id(), job.round(), job.catalogHash(), plan.get().hash(), counts);
        Optional<CountedPlan> approved = approvals.approved(job.id(), counted.planHash());
        List<Excess> excess = new CapCheck(catalog, counts, approved).all();
        excess.forEach(each -> warnings.add("above its cap: " + each.code()));
        counts.stream()
                .filter(count -> count.items().isEmpty())
                .forEach(count -> warnings.add(count.name()
                        + " could not be counted; it is counted before its first slice, and held to its cap"
                        + " then"));
        return new ShownPlan(
                job.planHash().isPresent(),
                Optional.of(counted),
                lines,
                catalog.caps().job(),
                excess,
                approvals.latest(job.id()),
                approved.isPresent() && excess.isEmpty(),
                warnings);
    }

    private List<String> warnings(DeletionJob job, Catalog catalog, RegistryLook registry) {
        List<String> warnings = new ArrayList<>();
        if (catalog.isProtected(job.tenantId())) {
            warnings.add("the job's catalog protects the tenant: it will be blocked");
        }
        if (!orders.held(List.of(job.reference())).isEmpty()) {
            warnings.add("a legal hold lies on the tenant: nothing is erased before it is released");
        }
        catalog.stores().keySet().stream()
                .sorted()
                .filter(orders::paused)
                .forEach(store -> warnings.add("work on the store " + store + " is paused"));
        registry.warning(job.generation()).ifPresent(warnings::add);
        catalog.resources().stream()
                .filter(resource -> resource.fence() == FenceKind.LEASE)
                .forEach(resource -> warnings.add(resource.id()
                        + " has no fence but the lease: the tenant can't be re-opened while the job is open"));
        return warnings;
    }

    /** The sealed plan, or the one that would be sealed. */
    private Optional<SealPlan.Plan> plan(DeletionJob job, Catalog catalog) {
        try {
            SealPlan.Plan made = new SealPlan().of(job, catalog, tasks.everOfJob(job.id()));
            return Optional.of(job.planHash().map(hash -> sealed(job, hash)).orElse(made));
        } catch (NotInjective refused) {
            return Optional.empty();
        }
    }

    private SealPlan.Plan sealed(DeletionJob job, String hash) {
        return new SealPlan.Plan(
                hash, tasks.ofJob(job.id()).stream().map(ShowPlan::planned).toList());
    }

    private static NewTask planned(DeletionTask task) {
        return new NewTask(
                task.id(),
                task.resourceId(),
                task.location(),
                task.store(),
                task.resourceType(),
                task.wave(),
                task.position(),
                task.required(),
                task.fence(),
                task.secondLook());
    }

    private List<PlannedTask> lines(DeletionJob job, Catalog catalog, SealPlan.Plan plan) {
        LiveCounts counts = new LiveCounts(stores);
        return plan.tasks().stream()
                .map(task -> line(job, catalog, counts, task))
                .toList();
    }

    private static PlannedTask line(DeletionJob job, Catalog catalog, LiveCounts counts, NewTask task) {
        Resource resource = catalog.resource(task.resourceId());
        Scope scope = new Scope(catalog, resource, new Location(task.location(), task.store()));
        Target target = new Target(
                task.id(),
                new Subject(job.tenantId(), job.generation(), resource.storedId(job.tenantId(), job.attributes())));
        return new PlannedTask(
                task.position(),
                new TaskCount(
                        task.resourceId(),
                        task.location(),
                        Optional.ofNullable(counts.count(scope, List.of(target)).get(task.id()))),
                task.store(),
                task.wave(),
                task.fence(),
                task.required(),
                resource.limits().cap());
    }
}
