package io.expunge.plan;

import java.util.Optional;

/**
 * A line of a plan as it is shown.
 *
 * @param cap what may be erased of it without an approval
 */
public record PlannedTask(
        int position, TaskCount count, String store, String wave, String fence, boolean required, Optional<Long> cap) {}
