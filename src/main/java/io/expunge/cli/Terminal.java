package io.expunge.cli;

import java.io.Console;
import java.util.Optional;

/** Whoever sits before the command line, to be asked. */
@FunctionalInterface
public interface Terminal {

    /** Nobody: cron, a pipe, a test. */
    Terminal NOBODY = question -> Optional.empty();

    /** What is typed after the question; empty if nobody sits there or nothing more can be typed. */
    Optional<String> ask(String question);

    /** The terminal of this process, if it has one. */
    @SuppressWarnings("SystemConsoleNull")
    static Terminal ofProcess() {
        // With this one there is no console without a terminal in Java 22 to 24 either, as in those before and after.
        System.setProperty("jdk.console", "java.base");
        Console console = System.console();
        return console == null ? NOBODY : question -> Optional.ofNullable(console.readLine("%s", question));
    }
}
