package io.expunge.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A minute of the day on some clock, as {@code 06:00}. */
public record TimeOfDay(LocalTime time) {

    /** How it is written, in words. */
    public static final String EXPECTED = "a time of day from 00:00 to 23:59, such as 06:00";

    private static final Pattern WRITTEN = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");

    public TimeOfDay {
        if (time.getSecond() != 0 || time.getNano() != 0) {
            throw new IllegalArgumentException("a time of day is a full minute");
        }
    }

    /** Empty unless it is written with two digits for the hour and two for the minute. */
    public static Optional<TimeOfDay> parse(String text) {
        return Optional.of(text)
                .filter(WRITTEN.asMatchPredicate())
                .map(LocalTime::parse)
                .map(TimeOfDay::new);
    }

    /** Each constant use of it. */
    public static TimeOfDay of(int hour, int minute) {
        return new TimeOfDay(LocalTime.of(hour, minute));
    }

    /**
     * When the zone's clocks show it next, strictly later. Where they show it twice because they are set back, both count;
     * where they are set forward past it, it is the moment at which that happens.
     */
    public Instant nextAfter(Instant moment, ZoneId zone) {
        LocalDate today = moment.atZone(zone).toLocalDate();
        // Three days, because a zone may leave one out.
        return Stream.iterate(today, day -> day.plusDays(1))
                .limit(4)
                .flatMap(day -> on(day, zone).stream())
                .filter(moment::isBefore)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no zone leaves out three days"));
    }

    private List<Instant> on(LocalDate day, ZoneId zone) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(day.atTime(time));
        if (offsets.isEmpty()) {
            ZoneOffsetTransition gap = zone.getRules().getTransition(day.atTime(time));
            return List.of(Objects.requireNonNull(gap).getInstant());
        }
        return offsets.stream()
                .map(offset -> day.atTime(time).toInstant(offset))
                .sorted()
                .toList();
    }

    /** Whether the zone's clocks show this time or a later one of the same day. */
    boolean isReached(Instant moment, ZoneId zone) {
        return !moment.atZone(zone).toLocalTime().isBefore(time);
    }

    @Override
    public String toString() {
        return time.toString();
    }
}
