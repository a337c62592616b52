package io.expunge.deletion;

import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import java.time.Duration;
import java.util.Optional;

/**
 * A task as it was read.
 *
 * @param position in the plan; lower goes first within a partition
 * @param erased items over all rounds, at least
 * @param horizon what the store said before this round's first slice; empty until it has begun
 * @param sweepAgain whether the pass under way must be followed by another from the start
 */
public record DeletionTask(
        String id,
        String jobId,
        String resourceId,
        String location,
        String store,
        String resourceType,
        String wave,
        int position,
        boolean required,
        String fence,
        Duration secondLook,
        TaskState state,
        Optional<BlockReason> blockReason,
        Optional<Integer> generationMet,
        int round,
        Optional<Long> baseline,
        long erased,
        Optional<Position> horizon,
        ResumePoint resumePoint,
        boolean sweepAgain,
        Optional<ErrorNote> lastError) {

    /** Whether its budget is spent, so that it isn't tried again until a person has resumed the job. */
    public boolean isOutOfBudget() {
        return blockReason
                .filter(reason -> reason == BlockReason.RETRIES || reason == BlockReason.FAULT)
                .isPresent();
    }

    @Override
    public String toString() {
        return id + " " + resourceId + "@" + location + " " + state + " round " + round;
    }
}
