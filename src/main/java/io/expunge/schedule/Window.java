package io.expunge.schedule;

import java.time.Instant;
import java.time.ZoneId;

/**
 * A stretch of every day, by the clocks of a zone.
 *
 * @param from belongs to it
 * @param until no longer belongs to it; earlier than {@code from} for a window that spans midnight
 */
public record Window(TimeOfDay from, TimeOfDay until) {

    public Window {
        if (from.equals(until)) {
            throw new IllegalArgumentException("a window begins and ends at different times");
        }
    }

    public boolean contains(Instant moment, ZoneId zone) {
        boolean begun = from.isReached(moment, zone);
        boolean over = until.isReached(moment, zone);
        return from.time().isBefore(until.time()) ? begun && !over : begun || !over;
    }

    /** When it ends next, strictly later. */
    public Instant closesAfter(Instant moment, ZoneId zone) {
        return until.nextAfter(moment, zone);
    }

    /** When it begins next, strictly later. */
    Instant opensAfter(Instant moment, ZoneId zone) {
        return from.nextAfter(moment, zone);
    }

    @Override
    public String toString() {
        return from + "-" + until;
    }
}
