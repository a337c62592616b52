package io.expunge;

import io.expunge.cli.ExpungeCommand;
import io.expunge.cli.Invocation;
import io.expunge.cli.Settings;
import io.expunge.cli.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.TimeZone;

/** Entry point of the command line. */
public final class Expunge {
    private Expunge() {}

    public static void main(String[] arguments) {
        // Logging is set up before Spring Boot comes, where it comes at all; it would do it again, in its own way.
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        // Spring Batch writes times without a zone: they mean the same on every host only if all hosts agree.
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Invocation invocation = new Invocation(
                new Settings(System.getenv()),
                System.in,
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                Clock.systemUTC(),
                Terminal.ofProcess());
        System.exit(ExpungeCommand.execute(invocation, arguments));
    }

    /** Whatever the locale. */
    private static PrintWriter utf8(FileDescriptor stream) {
        return new PrintWriter(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
    }
}
