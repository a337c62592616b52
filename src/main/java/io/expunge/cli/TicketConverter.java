package io.expunge.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Where somebody's act is spoken about. */
final class TicketConverter implements ITypeConverter<String> {

    private static final Pattern TICKET = Pattern.compile("[A-Za-z0-9#._-]{1,60}");

    @Override
    public String convert(String value) {
        if (!TICKET.matcher(value).matches()) {
            throw new WrongValue("expected a ticket such as OPS-123: letters, digits, # . _ -, at most 60");
        }
        return value;
    }
}
