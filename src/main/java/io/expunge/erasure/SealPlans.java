package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.NotInjective;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.execution.RunParameters;
import io.expunge.plan.Partitioning;
import io.expunge.plan.Partitioning.PlannedTask;
import io.expunge.plan.Partitioning.Share;
import io.expunge.plan.RunPartitions;
import io.expunge.plan.SealPlan;
import io.expunge.store.Stores;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Third step: seals the plan of each job that has none, brings its tasks into the job's round, holds back what is above the
 * caps, and writes this run's partitions if it has none yet. No store need be up.
 */
final class SealPlans implements Tasklet {

    private final JobSteps steps;
    private final SealPlan sealPlan;
    private final CapGate caps;
    private final DeletionTasks tasks;
    private final RunPartitions partitions;
    private final Partitioning partitioning;
    private final Stores stores;

    SealPlans(
            JobSteps steps,
            SealPlan sealPlan,
            CapGate caps,
            DeletionTasks tasks,
            RunPartitions partitions,
            Partitioning partitioning,
            Stores stores) {
        this.steps = steps;
        this.sealPlan = sealPlan;
        this.caps = caps;
        this.tasks = tasks;
        this.partitions = partitions;
        this.partitioning = partitioning;
        this.stores = stores;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        String runId = RunParameters.of(contribution.getStepExecution()).runId();
        steps.forEachHeld(runId, this::seal);
        caps.check(runId);
        // In this step's own transaction: all of a run's partitions are there, or none.
        if (partitions.ofRun(ErasureJob.NAME, runId).isEmpty()) {
            List<Share> shares = new ArrayList<>();
            Set<String> grouped = new HashSet<>();
            steps.forEachHeld(
                    runId,
                    held -> share(held).ifPresent(share -> {
                        shares.add(share);
                        grouped.addAll(groupedTypes(held.catalog()));
                    }));
            partitions.write(partitioning.cut(ErasureJob.NAME, runId, shares, grouped::contains));
        }
        return RepeatStatus.FINISHED;
    }

    private void seal(HeldJob held) {
        try {
            boolean unplanned = held.job().planHash().isEmpty();
            SealPlan.Plan plan = sealPlan.of(
                    held.job(),
                    held.catalog(),
                    unplanned ? tasks.everOfJob(held.job().id()) : List.of());
            steps.inTransaction(() -> {
                if (unplanned) {
                    tasks.plan(held.lease(), plan.tasks(), steps.now());
                }
                tasks.enterRound(held.lease(), held.job().round());
                steps.jobs()
                        .sealed(held.job(), held.lease(), held.job().planHash().orElse(plan.hash()), steps.now());
            });
        } catch (NotInjective refused) {
            held.block(BlockReason.NOT_INJECTIVE, Optional.empty(), Optional.empty());
        }
    }

    private Optional<Share> share(HeldJob held) {
        List<PlannedTask> unfinished = tasks.ofJob(held.job().id()).stream()
                .filter(task -> !task.state().isEnd() && !task.isOutOfBudget())
                .map(SealPlans::planned)
                .toList();
        return unfinished.isEmpty()
                ? Optional.empty()
                : Optional.of(new Share(held.job().id(), held.job().round(), unfinished));
    }

    private static PlannedTask planned(DeletionTask task) {
        long left = Math.max(0, task.baseline().orElse(0L) - task.erased());
        return new PlannedTask(task.id(), task.wave(), task.resourceType(), left);
    }

    /** The types of which one pass serves many tenants; an eraser says so without a connection. */
    private Set<String> groupedTypes(Catalog catalog) {
        return catalog.resources().stream()
                .filter(resource -> stores.eraser(catalog, resource.store()).grouped())
                .map(resource -> resource.type().label())
                .collect(Collectors.toSet());
    }
}
