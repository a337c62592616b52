package io.expunge.execution;

import org.springframework.batch.core.BatchStatus;

/** What came of asking for an instance to run. */
public sealed interface ExecutionOutcome {

    /** Whether it was asked to stop before it had finished, or had begun. */
    default boolean isStopped() {
        return false;
    }

    /** It ran here, and ended like this. */
    record Ran(long instanceId, long executionId, BatchStatus status, String exitCode) implements ExecutionOutcome {
        @Override
        public boolean isStopped() {
            return status == BatchStatus.STOPPED || status == BatchStatus.STOPPING;
        }
    }

    /** It had completed before; nothing was done. */
    record AlreadyComplete(long instanceId) implements ExecutionOutcome {}

    /** This process had been asked to stop; it was not begun. */
    record NotBegun() implements ExecutionOutcome {
        @Override
        public boolean isStopped() {
            return true;
        }
    }

    /** Another process is running it. */
    record RunningElsewhere() implements ExecutionOutcome {}
}
