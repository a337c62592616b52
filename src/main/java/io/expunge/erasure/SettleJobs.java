package io.expunge.erasure;

import io.expunge.catalog.Wave;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.deletion.TaskState;
import io.expunge.execution.RunParameters;
import io.expunge.execution.WaveAggregator;
import io.expunge.plan.RunPartition;
import io.expunge.plan.RunPartitions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Last step: every job that this run still holds goes where its tasks have brought it, and its lease ends. Judged by the
 * tasks, not by what the framework counted.
 */
final class SettleJobs implements Tasklet {

    private static final Logger LOG = LoggerFactory.getLogger(SettleJobs.class);

    private final JobSteps steps;
    private final DeletionTasks tasks;
    private final RunPartitions partitions;
    private final JobRepository repository;

    SettleJobs(JobSteps steps, DeletionTasks tasks, RunPartitions partitions, JobRepository repository) {
        this.steps = steps;
        this.tasks = tasks;
        this.partitions = partitions;
        this.repository = repository;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        String runId = RunParameters.of(contribution.getStepExecution()).runId();
        steps.forEachHeld(runId, held -> held.move(next(held)));
        boolean workLeft = steps.jobs().ofRun(runId).stream()
                .anyMatch(job -> job.state() == JobState.WAITING_RETRY
                        || job.state() == JobState.BLOCKED
                        || job.state() == JobState.RUNNING);
        boolean allRan =
                everyPartitionRan(runId, contribution.getStepExecution().getJobExecution());
        if (workLeft || !allRan) {
            contribution.setExitStatus(new ExitStatus(WaveAggregator.WORK_LEFT));
        }
        return RepeatStatus.FINISHED;
    }

    private JobMove next(HeldJob held) {
        List<DeletionTask> all = tasks.ofJob(held.job().id());
        List<DeletionTask> unfinished =
                all.stream().filter(task -> !task.state().isEnd()).toList();
        if (unfinished.isEmpty() && !all.isEmpty()) {
            Instant now = steps.now();
            Duration secondLook = all.stream()
                    .map(DeletionTask::secondLook)
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            return new JobMove.AwaitLook(now, now.plus(secondLook));
        }
        // A task that only waits for another goes where that one goes.
        Optional<DeletionTask> waiting = unfinished.stream()
                .filter(task -> task.state() != TaskState.BLOCKED && !dependsOnAnother(task))
                .findFirst();
        Optional<DeletionTask> blocked = unfinished.stream()
                .filter(task -> task.state() == TaskState.BLOCKED)
                .findFirst();
        if (waiting.isEmpty() && blocked.isPresent()) {
            return new JobMove.Block(
                    blocked.get().blockReason().orElse(BlockReason.CONFIGURATION),
                    blocked.get().generationMet(),
                    blocked.get().lastError());
        }
        ErrorNote note = waiting.flatMap(SettleJobs::noteOf).orElse(new ErrorNote("control", "NOT_FINISHED", ""));
        return new JobMove.Wait(
                steps.now()
                        .plus(steps.settings()
                                .retryLater()
                                .delayAfter(held.job().waits() + 1)),
                note);
    }

    private static boolean dependsOnAnother(DeletionTask task) {
        return task.lastError()
                .filter(note -> note.errorClass().equals("DEPENDS"))
                .isPresent();
    }

    private static Optional<ErrorNote> noteOf(DeletionTask task) {
        return task.lastError().or(() -> Optional.of(new ErrorNote(task.store(), "NOT_FINISHED", "")));
    }

    /** A planned partition without a step execution would be forgotten work, whatever the framework says of the job. */
    private boolean everyPartitionRan(String runId, JobExecution execution) {
        Set<String> ran = new HashSet<>();
        for (JobExecution each : repository.getJobExecutions(execution.getJobInstance())) {
            each.getStepExecutions().forEach(step -> ran.add(step.getStepName()));
        }
        boolean all = true;
        for (RunPartition partition : partitions.ofRun(ErasureJob.NAME, runId)) {
            String step = ErasureJob.workerOf(Wave.valueOf(partition.wave())) + ":" + partition.name();
            if (!ran.contains(step)) {
                LOG.error("partition {} was planned and never ran", step);
                all = false;
            }
        }
        return all;
    }
}
