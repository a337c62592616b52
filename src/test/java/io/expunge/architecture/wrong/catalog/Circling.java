package io.expunge.architecture.wrong.catalog;

import io.expunge.architecture.wrong.store.Circled;

/** Goes round in a circle with {@link Circled}. */
public final class Circling {
    public Circled next() {
        return new Circled();
    }
}
