package io.expunge.report;

import java.time.Instant;
import java.util.Optional;

/**
 * How the last execution of a batch job instance went.
 *
 * @param onlyJob the one deletion job that it was started for
 * @param executions how often it was started
 * @param status Spring Batch's; {@code CRASHED} where it stands as running and its runner is dead
 */
public record ExecutionOverview(
        long instanceId,
        String batchJob,
        String runId,
        Optional<String> onlyJob,
        int executions,
        String status,
        String exitCode,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt) {

    /** Shown where the lock of a running instance is free. */
    public static final String CRASHED = "CRASHED";

    /** Whether there is something to restart. */
    public boolean restartable() {
        return switch (status) {
            case CRASHED, "FAILED", "STOPPED", "UNKNOWN" -> true;
            default -> false;
        };
    }
}
