package io.expunge.architecture.wrong.store;

import io.expunge.architecture.wrong.catalog.Circling;

/** Goes round in a circle with {@link Circling}. */
public final class Circled {
    public Circling next() {
        return new Circling();
    }
}
