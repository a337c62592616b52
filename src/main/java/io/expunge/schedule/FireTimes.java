package io.expunge.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When work of a kind is fired: at the times of any of the expressions that lie within the hours. */
public final class FireTimes {

    /** Days that are tried until an expression and a window have met; more than a leap year, as some come once a year. */
    private static final int MOST_DAYS = 400;

    private final Hours hours;
    private final List<Cron> crons;

    public FireTimes(Hours hours, Cron... crons) {
        this.hours = hours;
        this.crons = List.of(crons);
    }

    /** The first fire at that moment or later; empty if the window is closed whenever one comes. */
    public Optional<Instant> nextFrom(Instant moment) {
        Instant from = moment;
        for (int day = 0; day < MOST_DAYS; day++) {
            Optional<Instant> fire = earliest(from);
            if (fire.isEmpty() || hours.admit(fire.get())) {
                return fire;
            }
            from = hours.window()
                    .map(window -> window.opensAfter(fire.get(), hours.zone()))
                    .orElse(fire.get());
        }
        return Optional.empty();
    }

    private Optional<Instant> earliest(Instant from) {
        return crons.stream()
                .flatMap(cron -> cron.nextFrom(from, hours.zone()).stream())
                .min(Instant::compareTo);
    }
}
