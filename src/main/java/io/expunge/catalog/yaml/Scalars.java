package io.expunge.catalog.yaml;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;

/** The shapes of numbers, truth values, durations and dates. */
public final class Scalars {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");
    private static final Pattern DECIMAL_NUMBER = Pattern.compile("(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?");

    private Scalars() {}

    /** A whole number in decimal digits, both bounds included. */
    public static Shape<Integer> integer(int least, int most) {
        return Shape.scalar(
                most == Integer.MAX_VALUE
                        ? "a whole number of at least " + least
                        : "a whole number from " + least + " to " + most,
                written -> Optional.of(written)
                        .filter(WHOLE_NUMBER.asMatchPredicate())
                        .map(Long::parseLong)
                        .filter(number -> number >= least && number <= most)
                        .map(Math::toIntExact),
                Tag.INT);
    }

    public static Shape<Integer> integer(int least) {
        return integer(least, Integer.MAX_VALUE);
    }

    /** A number such as {@code 2} or {@code 1.5}, both bounds included. */
    public static Shape<Double> decimal(int least, int most) {
        return Shape.scalar(
                "a number from " + least + " to " + most,
                written -> Optional.of(written)
                        .filter(DECIMAL_NUMBER.asMatchPredicate())
                        .map(BigDecimal::new)
                        .map(BigDecimal::doubleValue)
                        .filter(number -> number >= least && number <= most),
                Tag.INT,
                Tag.FLOAT);
    }

    /** {@code true} or {@code false}; the other words that YAML takes for them are refused. */
    public static Shape<Boolean> truth() {
        return Shape.scalar(
                "true or false",
                written -> switch (written) {
                    case "true" -> Optional.of(true);
                    case "false" -> Optional.of(false);
                    default -> Optional.empty();
                },
                Tag.BOOL);
    }

    /** Never negative. */
    public static Shape<Duration> duration() {
        return Shape.text("a duration such as 30s, 7d 12h or PT30S", DurationText::parse);
    }

    /** Longer than nothing. */
    public static Shape<Duration> positiveDuration() {
        return Shape.text(
                "a duration above zero such as 30s, 7d 12h or PT30S",
                written -> DurationText.parse(written).filter(Predicate.not(Duration::isZero)));
    }

    /** A time such as {@code 16:00}, quoted or not: unquoted, YAML takes it for a number in base 60. */
    public static <T> Shape<T> timeOfDay(String expected, Function<String, Optional<T>> parser) {
        return Shape.scalar(expected, parser, Tag.STR, Tag.INT);
    }

    public static Shape<LocalDate> date() {
        return Shape.scalar("a date such as 2027-11-30", Scalars::parseDate, Tag.TIMESTAMP, Tag.STR);
    }

    private static Optional<LocalDate> parseDate(String written) {
        try {
            return Optional.of(LocalDate.parse(written));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
