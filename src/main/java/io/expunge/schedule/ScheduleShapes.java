package io.expunge.schedule;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Scalars;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;

/** How schedules are written in the jobs' settings. */
public final class ScheduleShapes {

    private static final String ALWAYS = "always";

    private ScheduleShapes() {}

    public static Shape<Cron> cron() {
        return Shape.text(Cron.EXPECTED, Cron::parse);
    }

    public static Shape<TimeOfDay> timeOfDay() {
        return Scalars.timeOfDay(TimeOfDay.EXPECTED, TimeOfDay::parse);
    }

    /** A region or UTC: what a host calls its own zone, or an abbreviation, means something else elsewhere. */
    public static Shape<ZoneId> zone() {
        return Shape.text("a time zone such as UTC or Europe/Berlin", ScheduleShapes::parseZone);
    }

    private static Optional<ZoneId> parseZone(String written) {
        if (!written.equals("UTC") && !written.contains("/")) {
            return Optional.empty();
        }
        try {
            return Optional.of(ZoneId.of(written));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }

    /** {@code always}, or where a window begins and ends. */
    public static Shape<Optional<Window>> window() {
        return Shape.mapping(ALWAYS + ", or a mapping with from and until", ScheduleShapes::readWindow)
                .map(Optional::of)
                .orWord(ALWAYS, Optional.empty());
    }

    private static Optional<Window> readWindow(YamlMapping window) {
        Field<TimeOfDay> from = window.required("from", timeOfDay());
        Field<TimeOfDay> until = window.required("until", timeOfDay());
        window.refuse(
                until,
                end -> from.read().filter(end::equals).isPresent(),
                "until is the same time as from",
                "another, or " + ALWAYS + " in place of the window");
        return window.build(() -> new Window(from.get(), until.get()));
    }

    /** Refuses an expression that never comes true while the window is open: it would never do anything. */
    public static void refuseOutside(
            YamlMapping file, String key, Field<Cron> cron, Field<ZoneId> zone, Field<Optional<Window>> window) {
        file.refuse(
                cron,
                read -> zone.read().isPresent()
                        && window.read().isPresent()
                        && new FireTimes(new Hours(zone.get(), window.get()), read)
                                .nextFrom(Cron.SOME_TIME)
                                .isEmpty(),
                key + " never comes true inside the window",
                "a time within it, or another window");
    }
}
