package io.expunge.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** How values are written for people. */
final class Texts {

    private Texts() {}

    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static String time(Optional<Instant> time) {
        return time.map(Texts::time).orElse("");
    }

    /** The first full minute at which it is due: nothing fires in between. */
    static String dueMinute(Instant time) {
        Instant minute = time.truncatedTo(ChronoUnit.MINUTES);
        return time(minute.equals(time) ? time : minute.plus(1, ChronoUnit.MINUTES));
    }

    /** Empty for nothing. */
    static String or(Optional<?> value) {
        return value.map(String::valueOf).orElse("");
    }
}
