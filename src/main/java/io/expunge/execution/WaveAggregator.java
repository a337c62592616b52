package io.expunge.execution;

import java.util.Collection;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.partition.StepExecutionAggregator;
import org.springframework.batch.core.step.StepExecution;

/**
 * Leaves the manager of a wave COMPLETED, with exit code WORK_LEFT, when partitions failed. A manager that ends FAILED and is
 * followed by another step is marked ABANDONED and skipped by a restart, and the job then says COMPLETED with work undone
 * (measured on Spring Batch 6.0.6). A stop is passed on as it is.
 */
public final class WaveAggregator implements StepExecutionAggregator {

    public static final String WORK_LEFT = "WORK_LEFT";

    @Override
    public void aggregate(StepExecution manager, Collection<StepExecution> partitions) {
        manager.setStatus(BatchStatus.COMPLETED);
        manager.setExitStatus(ExitStatus.COMPLETED);
        for (StepExecution partition : partitions) {
            manager.setReadCount(manager.getReadCount() + partition.getReadCount());
            manager.setWriteCount(manager.getWriteCount() + partition.getWriteCount());
            manager.setCommitCount(manager.getCommitCount() + partition.getCommitCount());
            manager.setRollbackCount(manager.getRollbackCount() + partition.getRollbackCount());
            if (partition.getStatus() == BatchStatus.STOPPED) {
                manager.setStatus(BatchStatus.STOPPED);
                manager.setExitStatus(ExitStatus.STOPPED);
            } else if (partition.getStatus() != BatchStatus.COMPLETED && manager.getStatus() == BatchStatus.COMPLETED) {
                manager.setExitStatus(new ExitStatus(WORK_LEFT));
            }
        }
    }
}
