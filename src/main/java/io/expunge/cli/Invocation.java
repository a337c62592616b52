package io.expunge.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Clock;

/**
 * What a command gets from whoever called it.
 *
 * @param out where the answer goes
 * @param err where everything else goes
 * @param terminal whom to ask
 * @param wiring of the batch jobs that it runs
 */
public record Invocation(
        Settings settings,
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        Clock clock,
        Terminal terminal,
        Wiring wiring) {

    /** With nobody to ask, and wired as shipped. */
    public Invocation(Settings settings, InputStream in, PrintWriter out, PrintWriter err, Clock clock) {
        this(settings, in, out, err, clock, Terminal.NOBODY, Wiring.DIRECT);
    }

    /** Wired as shipped. */
    public Invocation(
            Settings settings, InputStream in, PrintWriter out, PrintWriter err, Clock clock, Terminal terminal) {
        this(settings, in, out, err, clock, terminal, Wiring.DIRECT);
    }
}
