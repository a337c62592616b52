package io.expunge.store.postgresql;

import java.time.Duration;

/** When a call must have ended, by the monotonic clock. */
final class Deadline {

    /** A server reads a timeout of nought as none at all. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final long endNanos;

    private Deadline(long endNanos) {
        this.endNanos = endNanos;
    }

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** At least a millisecond. */
    Duration left() {
        Duration left = Duration.ofNanos(endNanos - System.nanoTime());
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }

    boolean isOver() {
        return endNanos - System.nanoTime() <= 0;
    }
}
