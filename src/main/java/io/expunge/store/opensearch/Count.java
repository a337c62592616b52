package io.expunge.store.opensearch;

import io.expunge.store.Position;
import io.expunge.store.Sighting.Seen;

/** What was counted of one tenant. */
record Count(long old, long without, long later) {

    static final Count NOTHING = new Count(0, 0, 0);

    /** Of different documents. */
    Count plus(Count other) {
        return new Count(old + other.old, without + other.without, later + other.later);
    }

    /** Of the same documents by copies that don't agree: what any of them still shows is there. */
    Count orMore(Count other) {
        return new Count(Math.max(old, other.old), Math.max(without, other.without), Math.max(later, other.later));
    }

    Seen seenAt(Position position) {
        return new Seen(old, without, later, position);
    }
}
