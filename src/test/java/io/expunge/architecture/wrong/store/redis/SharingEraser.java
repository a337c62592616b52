package io.expunge.architecture.wrong.store.redis;

import io.expunge.architecture.wrong.store.Eraser;

/** Finds its items as the probe does. */
public final class SharingEraser implements Eraser {
    boolean finds(String key) {
        return new SharedFinding.Deeper().finds(key);
    }
}
