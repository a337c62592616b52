package io.expunge.catalog.yaml;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** ISO 8601 ({@code PT30S}, {@code P7D}), or the short form {@code 7d 12h 30m 45s 500ms}, largest unit first. */
final class DurationText {

    /** Nine digits of any unit are far beyond every use and can't overflow. */
    private static final Pattern SHORT = Pattern.compile(
            "(?=.)(?:(\\d{1,9})d)?(?: ?(\\d{1,9})h)?(?: ?(\\d{1,9})m(?!s))?(?: ?(\\d{1,9})s)?(?: ?(\\d{1,9})ms)?");

    private DurationText() {}

    static Optional<Duration> parse(String written) {
        if (written.startsWith("P")) {
            return iso(written);
        }
        Matcher units = SHORT.matcher(written);
        if (written.isBlank() || written.startsWith(" ") || !units.matches()) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofDays(number(units.group(1)))
                .plusHours(number(units.group(2)))
                .plusMinutes(number(units.group(3)))
                .plusSeconds(number(units.group(4)))
                .plusMillis(number(units.group(5))));
    }

    private static Optional<Duration> iso(String written) {
        try {
            return Optional.of(Duration.parse(written)).filter(duration -> !duration.isNegative());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
