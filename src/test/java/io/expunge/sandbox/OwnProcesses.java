package io.expunge.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds and ends processes by what they are, not by a number that was written down: the program must be ours and its
 * arguments must name our folder. A recycled process id, or a server whose starter died before it could note anything,
 * is then no special case.
 */
final class OwnProcesses {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int ROUNDS = 10;

    private OwnProcesses() {}

    /** Servers started from our binaries that keep their data in this folder or below it. */
    static List<ProcessHandle> serversIn(Path folder) throws IOException {
        Path binaries = ServerBinaries.folder().toRealPath();
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .command()
                        .filter(program -> Path.of(program).startsWith(binaries))
                        .isPresent())
                .filter(process -> names(process, folder))
                .toList();
    }

    /** Ends them all, and those that they were just about to start. */
    static void endServersIn(Path folder) throws IOException {
        List<ProcessHandle> found = serversIn(folder);
        for (int round = 0; !found.isEmpty() && round < ROUNDS; round++) {
            found.forEach(OwnProcesses::end);
            found = serversIn(folder);
        }
    }

    /** Whether an argument of this process is the folder or something in it. */
    static boolean names(ProcessHandle process, Path folder) {
        return process.info().arguments().stream()
                .flatMap(Arrays::stream)
                .anyMatch(argument ->
                        argument.startsWith("/") && Path.of(argument).startsWith(folder));
    }

    /** Asks politely, then insists. Returns when the process has ended. */
    static void end(ProcessHandle process) {
        interrupt(process);
        awaitEnd(process);
    }

    /** Gives a process that was told to end the time for it, then kills it. */
    static void awaitEnd(ProcessHandle process) {
        if (!endsWithin(process, PATIENCE)) {
            kill(process);
        }
    }

    static void kill(ProcessHandle process) {
        process.destroyForcibly();
        endsWithin(process, PATIENCE);
    }

    /** SIGINT: PostgreSQL's fast shutdown. SIGTERM, which Java would send, lets it wait for its last client. */
    private static void interrupt(ProcessHandle process) {
        try {
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noSuchProgram) {
            process.destroy();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static boolean endsWithin(ProcessHandle process, Duration time) {
        try {
            process.onExit().get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException | CompletionException unexpected) {
            return !process.isAlive();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
