package io.expunge.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Ports on which something can be answered. */
final class PortConverter implements ITypeConverter<Integer> {

    private static final Pattern WRITTEN = Pattern.compile("[1-9][0-9]{0,4}");
    private static final int LAST = 65_535;

    @Override
    public Integer convert(String value) {
        if (WRITTEN.matcher(value).matches() && Integer.parseInt(value) <= LAST) {
            return Integer.valueOf(value);
        }
        throw new WrongValue("expected a port from 1 to " + LAST);
    }
}
