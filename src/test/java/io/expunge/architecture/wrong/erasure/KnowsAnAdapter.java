package io.expunge.architecture.wrong.erasure;

import io.expunge.architecture.wrong.store.redis.SharingEraser;

/** Knows one store and its way. */
public final class KnowsAnAdapter {
    public SharingEraser eraser() {
        return new SharingEraser();
    }
}
