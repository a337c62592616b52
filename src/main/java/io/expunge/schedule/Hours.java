package io.expunge.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When scheduled work may be done.
 *
 * @param zone whose clocks count
 * @param window empty where every hour is as good as another
 */
public record Hours(ZoneId zone, Optional<Window> window) {

    /** No window binds. */
    public Hours unbound() {
        return new Hours(zone, Optional.empty());
    }

    /** Whether work may begin at that moment. */
    public boolean admit(Instant moment) {
        return window.map(open -> open.contains(moment, zone)).orElse(true);
    }

    /**
     * When what begins at that moment has to stop: at the end of the window or at the next time of day that was named,
     * whichever comes first. Empty if neither binds.
     */
    public Optional<Instant> end(Instant beginning, Optional<TimeOfDay> until) {
        return Stream.concat(
                        until.map(time -> time.nextAfter(beginning, zone)).stream(),
                        window.map(open -> open.closesAfter(beginning, zone)).stream())
                .min(Instant::compareTo);
    }

    /** {@code 01:00-06:00 UTC}, for people. */
    @Override
    public String toString() {
        return window.map(Window::toString).orElse("any time") + " " + zone;
    }
}
