package io.expunge.health;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fast this process sends slices to each store. As fast as it can, until the store signals that it is too much; then at
 * half of what it was, and from there a slice per second more with each second that goes well (additive increase,
 * multiplicative decrease). Never slower than a slice per second: what is less than that is left to the backoff between tries.
 * Thread-safe; holds nothing while it waits.
 */
public final class Pace {

    /** Beyond this rate nothing is held back any more. */
    static final int FREE_FROM = 500;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** A stop must not have to wait for longer. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final LongSupplier nanoTime;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

    public Pace() {
        this(System::nanoTime);
    }

    Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Waits until the store may be sent one more slice; ends at once when the thread is interrupted. */
    public void await(String store) {
        lane(store).await();
    }

    /** The store has taken a slice well. */
    public void wentWell(String store) {
        lane(store).faster();
    }

    /** The store asked for less, had no lock to give, or took long. Of several at once one counts. */
    public void slowDown(String store) {
        lane(store).slower();
    }

    /** Slices per second; empty while nothing is held back. */
    OptionalInt limit(String store) {
        return lane(store).limit();
    }

    private Lane lane(String store) {
        return lanes.computeIfAbsent(store, Lane::new);
    }

    private final class Lane {

        private final String store;
        /** Made anew each time it begins to hold back, so that it has nothing saved up to give. */
        private @Nullable RateLimiter limiter;

        private int limit = FREE_FROM;
        private long secondBegun = nanoTime.getAsLong();
        private int sent;
        private int sentInTheLastSecond;
        private long changed = secondBegun - SECOND;

        Lane(String store) {
            this.store = store;
        }

        void await() {
            RateLimiter holdingBack = counted();
            if (holdingBack != null) {
                boolean unused = holdingBack.acquirePermission();
            }
        }

        private synchronized @Nullable RateLimiter counted() {
            roll();
            sent++;
            return limiter;
        }

        synchronized OptionalInt limit() {
            return limiter != null ? OptionalInt.of(limit) : OptionalInt.empty();
        }

        synchronized void faster() {
            if (limiter != null && isASecondSinceTheLastChange()) {
                change(limit + 1);
            }
        }

        synchronized void slower() {
            if (isASecondSinceTheLastChange()) {
                roll();
                change(Math.max(1, Math.min(limit, Math.max(sent, sentInTheLastSecond)) / 2));
            }
        }

        private boolean isASecondSinceTheLastChange() {
            return nanoTime.getAsLong() - changed >= SECOND;
        }

        private void change(int slicesPerSecond) {
            limit = slicesPerSecond;
            if (slicesPerSecond >= FREE_FROM) {
                limiter = null;
            } else if (limiter == null) {
                limiter = RateLimiter.of(
                        store,
                        RateLimiterConfig.custom()
                                .limitForPeriod(slicesPerSecond)
                                .limitRefreshPeriod(Duration.ofNanos(SECOND))
                                .timeoutDuration(LONGEST_WAIT)
                                .build());
            } else {
                limiter.changeLimitForPeriod(slicesPerSecond);
            }
            changed = nanoTime.getAsLong();
        }

        private void roll() {
            long seconds = (nanoTime.getAsLong() - secondBegun) / SECOND;
            if (seconds > 0) {
                sentInTheLastSecond = seconds == 1 ? sent : 0;
                sent = 0;
                secondBegun += seconds * SECOND;
            }
        }
    }
}
