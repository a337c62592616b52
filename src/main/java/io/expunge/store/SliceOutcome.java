package io.expunge.store;

import java.time.Instant;
import java.util.Optional;

/** What became of one target in one slice: the ends that are expected and therefore are values, not exceptions. */
public sealed interface SliceOutcome {

    /** The store acknowledged at least this many removals; a slice that is sent twice counts once or twice. */
    record Deleted(long items) implements SliceOutcome {
        public Deleted {
            if (items < 1) {
                throw new IllegalArgumentException("deleted items must be positive: " + items);
            }
        }
    }

    /** The store acknowledged that there was nothing to remove in this slice. */
    record Absent() implements SliceOutcome {}

    /**
     * The fence did not hold, so nothing was deleted.
     *
     * @param generationMet the generation that the registry has; none where the registry doesn't know the tenant
     */
    record Fenced(Optional<Integer> generationMet) implements SliceOutcome {}

    /** The store itself keeps the item under a hold or retention lock, until then where it says so. */
    record Held(Optional<Instant> until) implements SliceOutcome {}

    /**
     * The store refuses and will go on refusing until a person changes something.
     *
     * @param code the store's own error code, never its text
     */
    record Refused(Refusal refusal, String code) implements SliceOutcome {}

    /** Zero unless something was deleted. */
    default long deletedItems() {
        return this instanceof Deleted deleted ? deleted.items() : 0;
    }
}
