package io.expunge.erasure;

import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.plan.Approvals;
import io.expunge.plan.CapCheck;
import io.expunge.plan.Excess;
import io.expunge.plan.TaskCount;
import io.expunge.store.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Whether a task that is about to begin keeps within the caps, by what was counted just now and what is known of the job's
 * other tasks. What {@link CapGate} could not count is found here, after other resources may have been erased.
 */
final class CapGuard {

    private final DeletionTasks tasks;
    private final Approvals approvals;
    private final TransactionTemplate outsideTransaction;

    /** @param outsideTransaction suspends the chunk's transaction, so that no connection is held while the store works */
    CapGuard(DeletionTasks tasks, Approvals approvals, TransactionTemplate outsideTransaction) {
        this.tasks = tasks;
        this.approvals = approvals;
        this.outsideTransaction = outsideTransaction;
    }

    /** By task id, why it must not begin. */
    Map<String, Excess> exceeded(Scope scope, List<Member> unbegun, Map<String, Long> counted) {
        Map<String, Excess> exceeded = new HashMap<>();
        if (scope.catalog().isCapped() && !unbegun.isEmpty()) {
            outsideTransaction.executeWithoutResult(status -> unbegun.forEach(member ->
                    excess(scope, member, counted).ifPresent(excess -> exceeded.put(member.taskId(), excess))));
        }
        return exceeded;
    }

    private Optional<Excess> excess(Scope scope, Member member, Map<String, Long> counted) {
        List<TaskCount> counts = tasks.ofJob(member.job().id()).stream()
                .map(task -> new TaskCount(task.resourceId(), task.location(), items(task, counted)))
                .toList();
        return new CapCheck(
                        scope.catalog(),
                        counts,
                        member.job()
                                .planHash()
                                .flatMap(plan -> approvals.approved(member.job().id(), plan)))
                .of(scope.resource().id(), scope.location().name());
    }

    private static Optional<Long> items(DeletionTask task, Map<String, Long> counted) {
        return Optional.ofNullable(counted.get(task.id())).or(task::baseline);
    }
}
