package io.expunge.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server that ends with this JVM, also when that is killed: a shell between the two reads from a pipe, and when the other
 * end is gone it kills the server.
 */
final class WatchedProcess {

    private static final String WATCH = """
            "$@" </dev/null &
            server=$!
            exec 3<&0
            (cat <&3 >/dev/null; kill -KILL $server) 2>/dev/null &
            watcher=$!
            wait $server
            kill $watcher 2>/dev/null
            """;

    private final Process shell;
    private final Path program;

    private WatchedProcess(Process shell, Path program) {
        this.shell = shell;
        this.program = program;
    }

    static WatchedProcess start(Path program, List<String> arguments, File log) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", WATCH, "sh", program.toString()));
        command.addAll(arguments);
        Process shell = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        return new WatchedProcess(shell, program);
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    /** Waits for the end, but not longer than this. */
    void await(Duration time) throws IOException {
        try {
            shell.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    /** Asks politely, then insists. */
    void end() {
        shell.children().filter(this::isServer).forEach(ProcessHandle::destroy);
        OwnProcesses.awaitEnd(shell.toHandle());
        kill();
    }

    void kill() {
        shell.children().filter(this::isServer).forEach(OwnProcesses::kill);
        OwnProcesses.awaitEnd(shell.toHandle());
    }

    private boolean isServer(ProcessHandle child) {
        return child.info().command().filter(program.toString()::equals).isPresent();
    }
}
