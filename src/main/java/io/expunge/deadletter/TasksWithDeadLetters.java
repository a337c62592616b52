package io.expunge.deadletter;

import io.expunge.catalog.Catalog;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.DeletionTasks;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.Lease;
import io.expunge.deletion.NewTask;
import io.expunge.deletion.Receipt;
import io.expunge.deletion.RetryBudget;
import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Deletion tasks of which each one that is blocked has an open dead letter, and none that has ended. In the transaction of the
 * task's own write, so that neither is there without the other, whoever blocks a task and why.
 */
public final class TasksWithDeadLetters implements DeletionTasks {

    private final DeletionTasks tasks;
    private final DeadLetters letters;
    private final DeletionJobs jobs;
    private final Function<String, Catalog> catalogs;

    /** @param catalogs a snapshot by its hash */
    public TasksWithDeadLetters(
            DeletionTasks tasks, DeadLetters letters, DeletionJobs jobs, Function<String, Catalog> catalogs) {
        this.tasks = tasks;
        this.letters = letters;
        this.jobs = jobs;
        this.catalogs = catalogs;
    }

    @Override
    public void block(
            Lease lease,
            String taskId,
            BlockReason reason,
            Optional<Integer> generationMet,
            ErrorNote note,
            Instant now) {
        tasks.block(lease, taskId, reason, generationMet, note, now);
        // What poisons it stands in letters of its own.
        if (reason != BlockReason.POISON || !letters.anyOfItems(taskId)) {
            openLetter(lease, taskId, note, now);
        }
    }

    private void openLetter(Lease lease, String taskId, ErrorNote note, Instant now) {
        tasks.find(List.of(taskId)).forEach(task -> letters.open(lease, task, note, owner(task), now));
    }

    private String owner(DeletionTask task) {
        return jobs.find(task.jobId())
                .map(job -> catalogs.apply(job.catalogHash())
                        .resource(task.resourceId())
                        .owner())
                .orElseThrow();
    }

    @Override
    public void end(Lease lease, String taskId, Position position, Instant now) {
        tasks.end(lease, taskId, position, now);
        letters.erased(taskId, now);
    }

    @Override
    public void retain(Lease lease, String taskId, Position position, Instant now) {
        tasks.retain(lease, taskId, position, now);
        letters.erased(taskId, now);
    }

    @Override
    public List<DeletionTask> ofJob(String jobId) {
        return tasks.ofJob(jobId);
    }

    @Override
    public List<DeletionTask> everOfJob(String jobId) {
        return tasks.everOfJob(jobId);
    }

    @Override
    public List<DeletionTask> find(Collection<String> taskIds) {
        return tasks.find(taskIds);
    }

    @Override
    public List<Receipt> receipts(String jobId, int round) {
        return tasks.receipts(jobId, round);
    }

    @Override
    public void plan(Lease lease, List<NewTask> planned, Instant now) {
        tasks.plan(lease, planned, now);
    }

    @Override
    public void enterRound(Lease lease, int round) {
        tasks.enterRound(lease, round);
    }

    @Override
    public void begin(Lease lease, DeletionTask task, Position horizon, Optional<Long> baseline, Instant now) {
        tasks.begin(lease, task, horizon, baseline, now);
    }

    @Override
    public void progress(Lease lease, String taskId, long deleted, ResumePoint next, boolean sweepAgain, Instant now) {
        tasks.progress(lease, taskId, deleted, next, sweepAgain, now);
    }

    @Override
    public Optional<BlockReason> park(Lease lease, String taskId, ErrorNote note, RetryBudget budget, Instant now) {
        Optional<BlockReason> blocked = tasks.park(lease, taskId, note, budget, now);
        if (blocked.isPresent()) {
            openLetter(lease, taskId, note, now);
        }
        return blocked;
    }

    @Override
    public void counted(Lease lease, String taskId, long items) {
        tasks.counted(lease, taskId, items);
    }

    @Override
    public void countRetry(Lease lease, String taskId, boolean throttled) {
        tasks.countRetry(lease, taskId, throttled);
    }
}
