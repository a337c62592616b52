package io.expunge.acceptance;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that goes on like any other and can be set. */
final class MovableClock extends Clock {

    private final AtomicReference<Duration> offset;

    private MovableClock(Duration offset) {
        this.offset = new AtomicReference<>(offset);
    }

    static MovableClock showing(Instant time) {
        return new MovableClock(Duration.between(Clock.systemUTC().instant(), time));
    }

    void set(Instant time) {
        offset.set(Duration.between(Clock.systemUTC().instant(), time));
    }

    @Override
    public Instant instant() {
        return Clock.systemUTC().instant().plus(offset.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("in UTC only");
    }
}
