package io.expunge.verification;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.JobState;
import io.expunge.execution.ExecutionOutcome;
import java.util.List;
import org.springframework.batch.core.BatchStatus;

/**
 * What a command saw.
 *
 * @param outcomes of its instances, in order
 * @param jobs those that it looked at, as they now stand
 */
public record LookSummary(List<ExecutionOutcome> outcomes, List<DeletionJob> jobs) {

    public LookSummary {
        outcomes = List.copyOf(outcomes);
        jobs = List.copyOf(jobs);
    }

    /** How many of its jobs are in that state. */
    public long count(JobState state) {
        return jobs.stream().filter(job -> job.state() == state).count();
    }

    /** What there is to say of a look for which nothing was due. */
    public static LookSummary nothingDue() {
        return new LookSummary(List.of(), List.of());
    }

    /** Whether it was asked to stop before it had finished. */
    public boolean stopped() {
        return outcomes.stream().anyMatch(ExecutionOutcome::isStopped);
    }

    /** Whether something was found and went back to be erased. */
    public boolean residueFound() {
        return count(JobState.WAITING_RETRY) > 0;
    }

    public boolean runningElsewhere() {
        return outcomes.stream().anyMatch(ExecutionOutcome.RunningElsewhere.class::isInstance);
    }

    /** Whether an execution broke off. */
    public boolean brokeOff() {
        return outcomes.stream()
                .anyMatch(outcome -> outcome instanceof ExecutionOutcome.Ran ran
                        && !ran.isStopped()
                        && ran.status() != BatchStatus.COMPLETED);
    }
}
