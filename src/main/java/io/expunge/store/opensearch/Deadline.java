package io.expunge.store.opensearch;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The end of a call's time, on the clock that nobody sets. */
final class Deadline {

    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    boolean over() {
        return end - System.nanoTime() <= 0;
    }

    /** What is left, but not more than this. */
    Duration left(Duration most) {
        Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        return left.compareTo(most) < 0 ? left : most;
    }

    /** Lets this much pass, less where less is left or the thread is interrupted. */
    void pause(Duration time) {
        LockSupport.parkNanos(this, left(time).toNanos());
    }
}
