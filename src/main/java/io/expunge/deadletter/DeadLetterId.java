package io.expunge.deadletter;

import java.util.regex.Pattern;

/** A dead letter's id, {@code dl_} and a number; can't be mistaken for a deletion job's or a batch instance's. */
public record DeadLetterId(long number) {

    private static final String PREFIX = "dl_";
    private static final Pattern FORM = Pattern.compile(PREFIX + "[1-9][0-9]{0,17}");

    /** @throws IllegalArgumentException if it is of another kind; the message says what was expected */
    public static DeadLetterId parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a dead letter's id: expected dl_ and a number, as dead-letter list"
                    + " shows it (dj_… is a deletion job, a number alone is a batch instance)");
        }
        return new DeadLetterId(Long.parseLong(text.substring(PREFIX.length())));
    }

    @Override
    public String toString() {
        return PREFIX + number;
    }
}
