package io.expunge.erasure;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;

/**
 * A partition that leaves tasks unfinished ends with the status FAILED, set on the step execution itself: an exit status alone
 * would leave it COMPLETED, and it would never run again (measured on Spring Batch 6.0.6).
 */
class PartitionEnd implements StepExecutionListener {

    static final ExitStatus HANDED_OVER = new ExitStatus("HANDED_OVER", "its deletion jobs are another run's by now");
    static final ExitStatus WORK_LEFT = new ExitStatus("WORK_LEFT", "tasks are parked or blocked; see task_progress");

    private final PartitionWork work;

    PartitionEnd(PartitionWork work) {
        this.work = work;
    }

    @Override
    public ExitStatus afterStep(StepExecution step) {
        if (step.getStatus() != BatchStatus.COMPLETED) {
            return step.getExitStatus();
        }
        if (work.hasUnfinishedTasks()) {
            step.setStatus(BatchStatus.FAILED);
            return WORK_LEFT;
        }
        return work.isHandedOver() ? HANDED_OVER : step.getExitStatus();
    }
}
