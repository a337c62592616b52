package io.expunge.deletion;

import java.util.regex.Pattern;

/** A deletion job's id, {@code dj_} and 32 hexadecimal digits; can't be mistaken for an instance id or a tenant's id. */
public record DeletionJobId(String value) {

    private static final Pattern FORM = Pattern.compile("dj_[0-9a-f]{32}");

    /** @throws IllegalArgumentException if it is of another kind; the message says what was expected */
    public DeletionJobId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a deletion job's id: expected dj_ and 32 hexadecimal digits,"
                    + " as submit printed it (a number is a batch instance; a tenant is named with --tenant)");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
