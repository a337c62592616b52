package io.expunge.deletion;

import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The tasks of deletion jobs. Every method assumes a transaction of the caller's; every write first locks the job's row
 * under the lease, so that a runner that was taken over changes nothing, and changes tasks of that job only (I5).
 */
public interface DeletionTasks {

    /** The tasks of a job's plan, in its order. */
    List<DeletionTask> ofJob(String jobId);

    /** All tasks that a job ever had, those included that its plan doesn't name any more. */
    List<DeletionTask> everOfJob(String jobId);

    /** The tasks of these ids, in the order of their jobs and plans. */
    List<DeletionTask> find(Collection<String> taskIds);

    /** The receipts of a job's round. */
    List<Receipt> receipts(String jobId, int round);

    /**
     * Writes a job's plan. A task that is there already from an earlier round enters the job's as it is planned now; one that
     * the plan doesn't name any more leaves it, with all that is known of it; one of the job's round is left as it is.
     */
    void plan(Lease lease, List<NewTask> tasks, Instant now);

    /** Notes how much there is of a task that never began; the count of one that did is kept. */
    void counted(Lease lease, String taskId, long items);

    /**
     * Puts every task of the job that is of an earlier round back to PENDING in this round, and every blocked one; one that has
     * spent its budget only when a person has resumed the job since, and then with a whole budget.
     */
    void enterRound(Lease lease, int round);

    /** Marks a task as begun in its round; a baseline that was taken before is kept. */
    void begin(Lease lease, DeletionTask task, Position horizon, Optional<Long> baseline, Instant now);

    /** Notes a slice that the store has acknowledged, and where the pass goes on. */
    void progress(Lease lease, String taskId, long deleted, ResumePoint next, boolean sweepAgain, Instant now);

    /** Ends a task in its round and writes its receipt. Ending it twice in a round is refused by the database. */
    void end(Lease lease, String taskId, Position position, Instant now);

    /** Ends a task of which something may stay under an exception, and writes its receipt; else as {@link #end}. */
    void retain(Lease lease, String taskId, Position position, Instant now);

    /**
     * Parks a task that can be tried again; where its pass stood is kept. A task that has spent its budget with it is left to a
     * person instead, until {@link DeletionJobs#resume} gives it back.
     *
     * @return why only a person can help, if the budget is spent
     */
    Optional<BlockReason> park(Lease lease, String taskId, ErrorNote note, RetryBudget budget, Instant now);

    /** Leaves a task to a person. */
    void block(
            Lease lease,
            String taskId,
            BlockReason reason,
            Optional<Integer> generationMet,
            ErrorNote note,
            Instant now);

    /** Counts attempts that failed and were made again. */
    void countRetry(Lease lease, String taskId, boolean throttled);
}
