package io.expunge.schedule;

import com.cronutils.mapper.CronMapper;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A cron expression of five fields, as Unix and Kubernetes read it: minute, hour, day of month, month, day of week.
 * Equal to another if it is written the same.
 *
 * <p>A time that the zone's clocks skip doesn't come that day, and one that they show twice may come twice, depending on who
 * reads it: what must run every night is not scheduled for the hour in which clocks are changed, or in UTC.
 */
public final class Cron {

    /** How it is written, in words. */
    public static final String EXPECTED =
            "five fields of a cron expression that comes true (minute, hour, day of month,"
                    + " month, day of week; one of the two days is *), quoted, such as \"0 1 * * *\"";

    /** Without what the parser takes beyond them: several expressions in one, Quartz's words. */
    private static final Pattern FIVE_FIELDS = Pattern.compile("[0-9A-Za-z*,/-]+( +[0-9A-Za-z*,/-]+){4}");

    /** Any moment will do: what comes true at all does so within a few years of it. */
    static final Instant SOME_TIME = Instant.parse("2026-01-01T00:00:00Z");

    private final String text;
    private final com.cronutils.model.Cron parsed;
    private final ExecutionTime times;

    private Cron(String text, com.cronutils.model.Cron parsed) {
        this.text = text;
        this.parsed = parsed;
        this.times = ExecutionTime.forCron(parsed);
    }

    /** Empty for anything but five fields that mean the same to cron and to Quartz, and that come true at some time. */
    public static Optional<Cron> parse(String text) {
        if (!FIVE_FIELDS.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
            Cron cron = new Cron(text, parser.parse(text).validate());
            // Unix takes two days as "either", Quartz can't.
            cron.toQuartz();
            return Optional.of(cron)
                    .filter(each -> each.nextAfter(SOME_TIME, ZoneId.of("UTC")).isPresent());
        } catch (IllegalArgumentException refused) {
            return Optional.empty();
        }
    }

    /** @throws IllegalArgumentException where {@link #parse} is empty */
    public static Cron of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("expected " + EXPECTED));
    }

    /** When it comes true next, strictly later. */
    public Optional<Instant> nextAfter(Instant moment, ZoneId zone) {
        return times.nextExecution(moment.atZone(zone)).map(java.time.ZonedDateTime::toInstant);
    }

    /** When it comes true next, that moment included. */
    public Optional<Instant> nextFrom(Instant moment, ZoneId zone) {
        Instant second = moment.truncatedTo(ChronoUnit.SECONDS);
        return nextAfter(second.equals(moment) ? second.minusSeconds(1) : second, zone);
    }

    /** When it came true last, that moment included. */
    public Optional<Instant> lastUpTo(Instant moment, ZoneId zone) {
        Instant behind = moment.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        return times.lastExecution(behind.atZone(zone)).map(java.time.ZonedDateTime::toInstant);
    }

    /** The same in Quartz's seven fields. */
    public String toQuartz() {
        return CronMapper.fromUnixToQuartz().map(parsed).asString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cron cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
