package io.expunge.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** Command lines as the product reads them; nothing runs. */
final class CommandLines {

    private CommandLines() {}

    /** @throws picocli.CommandLine.ParameterException if it is none of ours */
    static ParseResult parse(List<String> arguments) {
        Invocation nobody = new Invocation(
                new Settings(Map.of()),
                InputStream.nullInputStream(),
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()),
                Clock.systemUTC());
        ParseResult parsed = ExpungeCommand.commandLine(nobody).parseArgs(arguments.toArray(String[]::new));
        if (!parsed.hasSubcommand()) {
            throw new IllegalArgumentException("no command in " + arguments);
        }
        return parsed;
    }
}
