package io.expunge.cli;

import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import java.util.regex.Pattern;

/** The name of a batch job instance, as a person or a scheduler gives it. */
record RunId(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);
    private static final int RANDOM_DIGITS = 6;

    RunId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a run id: expected up to 100 letters, digits, dots, underscores"
                    + " and hyphens, beginning with a letter or digit");
        }
    }

    /** One of our own, unlike any other. */
    static RunId manual(Clock clock) {
        return new RunId("manual-" + TIME.format(clock.instant()) + "-"
                + UUID.randomUUID().toString().substring(0, RANDOM_DIGITS));
    }
}
