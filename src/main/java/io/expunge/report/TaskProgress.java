package io.expunge.report;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.TaskState;
import java.time.Instant;
import java.util.Optional;

/**
 * Where one resource at one location stands, for one deletion job.
 *
 * @param baseline items counted before anything was erased
 * @param erased items over all rounds, at least
 */
public record TaskProgress(
        String taskId,
        String resource,
        String location,
        String store,
        String wave,
        String fence,
        boolean required,
        TaskState state,
        Optional<BlockReason> blockReason,
        int round,
        Optional<Long> baseline,
        long erased,
        long slices,
        int retries,
        int throttled,
        int failures,
        Optional<ErrorNote> lastError,
        Optional<Instant> startedAt,
        Optional<Instant> lastProgressAt,
        Optional<Instant> finishedAt) {}
