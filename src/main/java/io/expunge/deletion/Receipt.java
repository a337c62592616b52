package io.expunge.deletion;

import io.expunge.store.Position;
import java.time.Instant;

/** What a store acknowledged for a task in a round. */
public record Receipt(
        long id,
        String taskId,
        String jobId,
        int round,
        TaskState endState,
        long erased,
        String fence,
        Position horizon,
        Position position,
        String runId,
        long leaseToken,
        Instant recordedAt) {}
