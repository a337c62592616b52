package io.expunge.sandbox;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Brings the sandbox up and takes it down, whatever state an earlier, killed command has left it in. */
final class SandboxLifecycle {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 50;
    private static final int LOG_LINES = 30;

    private final SandboxFolder folder;

    SandboxLifecycle(SandboxFolder folder) {
        this.folder = folder;
    }

    /** What {@link #up} found. */
    enum Found {
        NOTHING,
        STOPPED_SERVERS,
        ALL_UP
    }

    /**
     * Returns when all servers answer.
     *
     * @throws IOException if they don't; the message ends with the supervisor's last words
     */
    Found up(Path checkout, ObjectStore objects) throws IOException {
        return folder.alone(() -> {
            Optional<List<ServerState>> servers = servers();
            if (servers.isEmpty()) {
                sweep();
                startSupervisor(checkout, objects);
                return Found.NOTHING;
            }
            return startStopped(servers.get()) ? Found.STOPPED_SERVERS : Found.ALL_UP;
        });
    }

    private boolean startStopped(List<ServerState> servers) throws IOException {
        boolean found = false;
        for (ServerState server : servers) {
            if (!server.running()) {
                ask("start " + server.server());
                found = true;
            }
        }
        return found;
    }

    /** Stops everything and removes all data; returns whether anything was there. */
    boolean down() throws IOException {
        return folder.alone(() -> {
            boolean found = Files.exists(folder.path());
            if (servers().isPresent()) {
                List<ProcessHandle> supervisors = supervisors();
                ask("leave");
                supervisors.forEach(OwnProcesses::awaitEnd);
            }
            sweep();
            return found;
        });
    }

    /** The servers as their supervisor sees them; nothing when there is no supervisor. */
    Optional<List<ServerState>> servers() throws IOException {
        Optional<Door> door = Door.in(folder);
        if (door.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    door.get().ask("state").stream().map(ServerState::parse).toList());
        } catch (IOException nobodyThere) {
            return Optional.empty();
        }
    }

    void ask(String request) throws IOException {
        Door.in(folder)
                .orElseThrow(() -> new IOException("the sandbox is not up: scripts/sandbox up"))
                .ask(request);
    }

    /** The supervisor first, or it would see its servers die. */
    private void sweep() throws IOException {
        supervisors().forEach(OwnProcesses::kill);
        OwnProcesses.endServersIn(folder.servers());
        folder.delete();
    }

    List<ProcessHandle> supervisors() {
        return ProcessHandle.allProcesses()
                .filter(process -> OwnProcesses.names(process, folder.path()))
                .filter(process -> process.info().arguments().stream()
                        .flatMap(Arrays::stream)
                        .anyMatch(Supervisor.class.getName()::equals))
                .toList();
    }

    private void startSupervisor(Path checkout, ObjectStore objects) throws IOException {
        Files.createDirectories(folder.path());
        Process supervisor = launch(checkout, objects);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(folder.settings())) {
            if (endsWithin(supervisor, POLL_MILLIS) || System.nanoTime() > deadline) {
                String lastWords = String.join("\n", folder.lastLinesOfLog(LOG_LINES));
                supervisors().forEach(OwnProcesses::kill);
                OwnProcesses.endServersIn(folder.servers());
                throw new IOException("the sandbox did not start\n" + lastWords);
            }
        }
    }

    private static boolean endsWithin(Process process, long milliseconds) throws IOException {
        try {
            return process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the sandbox was starting");
        }
    }

    /**
     * The class path goes by the environment: on the command line it would hide the arguments by which we find the
     * process again (the system shows no more than a page of them).
     */
    private Process launch(Path checkout, ObjectStore objects) throws IOException {
        List<String> command = new ArrayList<>(List.of(detacher()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile=sandbox/logback.xml",
                // A killed supervisor leaves its temporary files where the next sweep finds them.
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.temporary()),
                "-D" + ServerBinaries.PROPERTY + "=" + ServerBinaries.folder(),
                Supervisor.class.getName(),
                folder.path().toString(),
                checkout.toString(),
                objects.name()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(folder.log().toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.start();
    }

    /** Out of the terminal's session, so that closing the terminal doesn't reach it. */
    private static String detacher() {
        boolean available = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "setsid")));
        return available ? "setsid" : "nohup";
    }
}
