package io.expunge.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;

/** Points in time with their offset: an hour without one means another hour elsewhere. */
final class TimeConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
        try {
            return OffsetDateTime.parse(value).toInstant();
        } catch (DateTimeException unreadable) {
            throw new WrongValue(
                    "expected a time with its offset, such as 2027-01-31T22:00:00+01:00 or" + " 2027-01-31T21:00:00Z");
        }
    }
}
