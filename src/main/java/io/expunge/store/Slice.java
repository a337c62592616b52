package io.expunge.store;

import io.expunge.catalog.OnReopen;
import java.time.Duration;
import java.util.List;

/**
 * The bounded unit that is erased in one go and recorded in one chunk. Safe to repeat.
 *
 * @param targets one, unless the eraser is {@linkplain Eraser#grouped() grouped}
 * @param from where the pass over the resource goes on
 * @param items most items to delete of one target
 * @param deadline the store call must have ended by then, counted from its start
 * @param fence read between listing and deleting by erasers whose fence needs it
 */
public record Slice(
        Scope scope,
        List<Target> targets,
        ResumePoint from,
        int items,
        Duration deadline,
        OnReopen onReopen,
        Fence fence) {

    public Slice {
        targets = List.copyOf(targets);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("a slice needs a target");
        }
        if (items < 1) {
            throw new IllegalArgumentException("a slice needs room for an item");
        }
    }

    /** A slice whose eraser fences by itself. */
    public Slice(Scope scope, List<Target> targets, ResumePoint from, int items, Duration deadline, OnReopen onReopen) {
        this(scope, targets, from, items, deadline, onReopen, Fence.NOT_ASKED);
    }
}
