package io.expunge.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Points in time, in sentences. */
final class Moments {

    private Moments() {}

    static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
