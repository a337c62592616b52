package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One thing that goes wrong in one deletion job's life, so and so often. Thread-safe.
 *
 * @see FaultPlan
 */
public final class Fault {

    private final FaultPoint point;
    private final ResourceType type;
    private final int seed;
    private final String tenant;
    private final AtomicInteger left;
    private final AtomicInteger fired = new AtomicInteger();

    /** @param seed decides how it fails and how often in a row */
    public Fault(FaultPoint point, ResourceType type, int seed, String tenant) {
        this.point = point;
        this.type = type;
        this.seed = seed;
        this.tenant = tenant;
        // One is made good within the slice, three are more than its retries.
        this.left = new AtomicInteger(ruin() == Ruin.STORE_FAILS && seed % 2 == 0 ? 3 : 1);
    }

    public FaultPoint point() {
        return point;
    }

    public ResourceType type() {
        return type;
    }

    public String tenant() {
        return tenant;
    }

    int seed() {
        return seed;
    }

    Ruin ruin() {
        return point.ruin(seed);
    }

    boolean isArmed() {
        return left.get() > 0;
    }

    /** Whether it happens now; each answer of true counts. */
    boolean fire() {
        if (left.getAndUpdate(times -> Math.max(0, times - 1)) == 0) {
            return false;
        }
        fired.incrementAndGet();
        return true;
    }

    public int fired() {
        return fired.get();
    }

    @Override
    public String toString() {
        return point + " " + type.label() + " " + ruin() + ", seed " + seed + ", fired " + fired;
    }
}
