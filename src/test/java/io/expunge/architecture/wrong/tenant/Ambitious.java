package io.expunge.architecture.wrong.tenant;

import io.expunge.architecture.wrong.catalog.Circling;

/** Knows what stands above it. */
public final class Ambitious {
    public Circling knows() {
        return new Circling();
    }
}
