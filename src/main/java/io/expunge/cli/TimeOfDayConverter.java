package io.expunge.cli;

import io.expunge.schedule.TimeOfDay;
import picocli.CommandLine.ITypeConverter;

/** Times of day with two digits each, so that nobody has to guess which half of the day is meant. */
final class TimeOfDayConverter implements ITypeConverter<TimeOfDay> {

    @Override
    public TimeOfDay convert(String value) {
        return TimeOfDay.parse(value).orElseThrow(() -> new WrongValue("expected " + TimeOfDay.EXPECTED));
    }
}
