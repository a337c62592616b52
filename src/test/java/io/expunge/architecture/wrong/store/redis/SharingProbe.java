package io.expunge.architecture.wrong.store.redis;

import io.expunge.architecture.wrong.store.Probe;

/** Finds its items as the eraser does. */
final class SharingProbe implements Probe {
    boolean finds(String key) {
        return SharedFinding.finds(key);
    }
}
