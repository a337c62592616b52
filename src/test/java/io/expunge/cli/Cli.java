package io.expunge.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line as it is called by somebody with these variables. */
final class Cli {

    private final Map<String, String> environment;
    private final Clock clock;
    private final byte[] in;
    private final Terminal terminal;

    private Cli(Map<String, String> environment, Clock clock, byte[] in, Terminal terminal) {
        this.environment = environment;
        this.clock = clock;
        this.in = in;
        this.terminal = terminal;
    }

    static Cli with(Map<String, String> environment) {
        return new Cli(environment, Clock.systemUTC(), new byte[0], Terminal.NOBODY);
    }

    Cli at(Clock time) {
        return new Cli(environment, time, in, terminal);
    }

    /** What comes in on standard input. */
    Cli reading(String text) {
        return reading(text.getBytes(StandardCharsets.UTF_8));
    }

    Cli reading(byte[] bytes) {
        return new Cli(environment, clock, bytes, terminal);
    }

    /** At a terminal, where this is typed whatever is asked. */
    Cli typing(String answer) {
        return new Cli(environment, clock, in, question -> Optional.of(answer));
    }

    Cli without(String variable) {
        Map<String, String> fewer = new TreeMap<>(environment);
        fewer.remove(variable);
        return new Cli(fewer, clock, in, terminal);
    }

    Cli and(String variable, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(variable, value);
        return new Cli(more, clock, in, terminal);
    }

    Answer run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Invocation invocation = new Invocation(
                new Settings(environment),
                new ByteArrayInputStream(in),
                new PrintWriter(out),
                new PrintWriter(err),
                clock,
                terminal);
        int exit = ExpungeCommand.execute(invocation, arguments);
        return new Answer(exit, out.toString(), err.toString());
    }

    /** How the command ended and what it said. */
    record Answer(int exit, String out, String err) {

        JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }

        String all() {
            return out + err;
        }
    }
}
