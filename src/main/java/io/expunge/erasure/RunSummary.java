package io.expunge.erasure;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.JobState;
import io.expunge.execution.ExecutionOutcome;
import java.util.List;

/**
 * What a command did.
 *
 * @param outcomes of its instances, in order
 * @param jobs those that still carry one of its run ids, as they now stand
 * @param handedOver those that were planned for it and are another run's by now
 */
public record RunSummary(List<ExecutionOutcome> outcomes, List<DeletionJob> jobs, List<DeletionJob> handedOver) {

    public RunSummary {
        outcomes = List.copyOf(outcomes);
        jobs = List.copyOf(jobs);
        handedOver = List.copyOf(handedOver);
    }

    /** How many of its jobs are in that state. */
    public long count(JobState state) {
        return jobs.stream().filter(job -> job.state() == state).count();
    }

    /** What there is to say of a run that found nothing to do. */
    public static RunSummary nothingDue() {
        return new RunSummary(List.of(), List.of(), List.of());
    }

    /** Whether something waits for a retry, for a person or for the next run. */
    public boolean workLeft() {
        return stopped() || count(JobState.WAITING_RETRY) + count(JobState.BLOCKED) + count(JobState.RUNNING) > 0;
    }

    /** Whether it was asked to stop before it had finished. */
    public boolean stopped() {
        return outcomes.stream().anyMatch(ExecutionOutcome::isStopped);
    }

    public boolean runningElsewhere() {
        return outcomes.stream().anyMatch(ExecutionOutcome.RunningElsewhere.class::isInstance);
    }

    /** Whether an execution broke off for another reason than work that is left. */
    public boolean brokeOff() {
        return !workLeft()
                && outcomes.stream()
                        .anyMatch(outcome -> outcome instanceof ExecutionOutcome.Ran ran
                                && ran.status() != org.springframework.batch.core.BatchStatus.COMPLETED);
    }
}
