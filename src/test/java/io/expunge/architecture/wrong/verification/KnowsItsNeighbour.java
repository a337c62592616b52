package io.expunge.architecture.wrong.verification;

import io.expunge.architecture.wrong.erasure.KnowsAnAdapter;

/** Knows what stands beside it. */
public final class KnowsItsNeighbour {
    public KnowsAnAdapter eraser() {
        return new KnowsAnAdapter();
    }
}
