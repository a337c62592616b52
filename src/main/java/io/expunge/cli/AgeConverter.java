package io.expunge.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** How long ago something was: whole days or hours. */
final class AgeConverter implements ITypeConverter<Duration> {

    private static final Pattern AGE = Pattern.compile("([0-9]{1,6})([dh])");

    @Override
    public Duration convert(String value) {
        Matcher age = AGE.matcher(value);
        if (!age.matches()) {
            throw new WrongValue("expected a number of days or hours, such as 90d or 12h");
        }
        long number = Long.parseLong(age.group(1));
        return age.group(2).equals("d") ? Duration.ofDays(number) : Duration.ofHours(number);
    }
}
