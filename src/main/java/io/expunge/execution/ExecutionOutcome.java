package io.expunge.execution;

import org.springframework.batch.core.BatchStatus;

/** What came of asking for an instance to run. */
public sealed interface ExecutionOutcome {

    /** It ran here, and ended like this. */
    record Ran(long instanceId, long executionId, BatchStatus status, String exitCode) implements ExecutionOutcome {}

    /** It had completed before; nothing was done. */
    record AlreadyComplete(long instanceId) implements ExecutionOutcome {}

    /** Another process is running it. */
    record RunningElsewhere() implements ExecutionOutcome {}
}
