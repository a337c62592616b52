package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Location;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.ErrorNote;
import io.expunge.plan.Approvals;
import io.expunge.plan.CapCheck;
import io.expunge.plan.Excess;
import io.expunge.plan.LiveCounts;
import io.expunge.plan.TaskCount;
import io.expunge.policy.Orders;
import io.expunge.store.Scope;
import io.expunge.store.Stores;
import io.expunge.store.Subject;
import io.expunge.store.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Counts, where a catalog sets caps, what this run's jobs are about to erase, and blocks a job that is above a cap and not
 * approved, before anything of it is deleted (I12). All jobs are counted in one pass per resource. What a store can't say now
 * is counted before its task's first slice ({@link CapGuard}).
 */
final class CapGate {

    private final JobSteps steps;
    private final DeletionTasks tasks;
    private final Approvals approvals;
    private final Orders orders;
    private final Stores stores;

    CapGate(JobSteps steps, DeletionTasks tasks, Approvals approvals, Orders orders, Stores stores) {
        this.steps = steps;
        this.tasks = tasks;
        this.approvals = approvals;
        this.orders = orders;
        this.stores = stores;
    }

    void check(String runId) {
        Map<String, Scope> scopes = new LinkedHashMap<>();
        Map<String, List<Target>> targets = new HashMap<>();
        steps.forEachHeld(runId, held -> {
            if (held.catalog().isCapped()) {
                unbegun(held).forEach(task -> {
                    Scope scope = scope(held.catalog(), task);
                    String pass = held.job().catalogHash() + " " + scope;
                    scopes.putIfAbsent(pass, scope);
                    targets.computeIfAbsent(pass, unused -> new ArrayList<>()).add(target(held, scope, task));
                });
            }
        });
        Map<String, Long> found = new HashMap<>();
        LiveCounts counts = new LiveCounts(stores);
        scopes.forEach((pass, scope) -> {
            if (!orders.paused(scope.location().store())) {
                found.putAll(counts.count(scope, Objects.requireNonNull(targets.get(pass))));
            }
        });
        steps.forEachHeld(runId, held -> {
            if (held.catalog().isCapped()) {
                judge(held, found);
            }
        });
    }

    private List<DeletionTask> unbegun(HeldJob held) {
        return tasks.ofJob(held.job().id()).stream()
                .filter(task -> task.horizon().isEmpty() && !task.state().isEnd())
                .toList();
    }

    private static Scope scope(Catalog catalog, DeletionTask task) {
        return new Scope(catalog, catalog.resource(task.resourceId()), new Location(task.location(), task.store()));
    }

    private static Target target(HeldJob held, Scope scope, DeletionTask task) {
        String storedId =
                scope.resource().storedId(held.job().tenantId(), held.job().attributes());
        return new Target(
                task.id(), new Subject(held.job().tenantId(), held.job().generation(), storedId));
    }

    private void judge(HeldJob held, Map<String, Long> found) {
        List<DeletionTask> all = tasks.ofJob(held.job().id());
        steps.inTransaction(() -> all.stream()
                .filter(task -> found.containsKey(task.id()))
                .forEach(task -> tasks.counted(held.lease(), task.id(), Objects.requireNonNull(found.get(task.id())))));
        List<TaskCount> counts = all.stream()
                .map(task -> new TaskCount(
                        task.resourceId(),
                        task.location(),
                        Optional.ofNullable(found.get(task.id())).or(task::baseline)))
                .toList();
        List<Excess> excess = new CapCheck(
                        held.catalog(),
                        counts,
                        held.job()
                                .planHash()
                                .flatMap(plan -> approvals.approved(held.job().id(), plan)))
                .all();
        if (!excess.isEmpty()) {
            held.block(
                    BlockReason.CAP,
                    Optional.empty(),
                    Optional.of(new ErrorNote("control", "CAP", excess.get(0).code())));
        }
    }
}
