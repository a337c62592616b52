package io.expunge.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;

/** A day that still counts, in UTC; or a point in time with its offset. */
final class EndOfDayConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
        try {
            return value.length() == "2027-01-31".length()
                    ? LocalDate.parse(value).plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : new TimeConverter().convert(value);
        } catch (DateTimeException unreadable) {
            throw new WrongValue(
                    "expected the last day, such as 2027-01-31 (in UTC), or a time with its offset, such as"
                            + " 2027-01-31T22:00:00+01:00");
        }
    }
}
