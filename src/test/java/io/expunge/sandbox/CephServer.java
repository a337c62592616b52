package io.expunge.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The Ceph object gateway, with a monitor and one store in memory behind it: a production S3 server, with rights, object
 * locks and policies. Needs Debian's packages.
 *
 * <p>Stopping and killing mean the gateway; what it stores lies behind it and stays until the server is closed, or until
 * this JVM ends, however it does.
 */
public final class CephServer implements S3Server {

    /** What to tell people where it isn't installed. */
    public static final String HOW_TO_GET_IT = "the Ceph gateway isn't installed;"
            + " apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common";

    private static final Path PROGRAMS = Path.of("/usr/bin");
    private static final List<String> NEEDED =
            List.of("radosgw", "radosgw-admin", "ceph-mon", "ceph-osd", "ceph", "ceph-authtool", "monmaptool");
    private static final int ATTEMPTS = 3;
    private static final Duration STARTUP = Duration.ofSeconds(90);
    private static final Duration STEP = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;

    private final CephConfiguration configuration;
    private final List<WatchedProcess> storage = new ArrayList<>();
    private final Login application = new Login("application", Passwords.random());
    private final Login eraser = new Login("objects_eraser", Passwords.random());
    private final Login verifier = new Login("objects_verifier", Passwords.random());
    private final Login stranger = new Login("stranger", Passwords.random());
    private @Nullable WatchedProcess gateway;

    private CephServer(CephConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Whether it can be started here. */
    public static boolean isInstalled() {
        return NEEDED.stream().allMatch(program -> Files.isExecutable(PROGRAMS.resolve(program)));
    }

    /**
     * Starts a server with the two buckets, empty, that keeps its files in this directory; returns when it answers.
     *
     * @throws UncheckedIOException if it doesn't answer; the {@code .out} and {@code .log} files in the directory say why
     */
    public static CephServer start(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        for (int attempt = 1; ; attempt++) {
            CephServer server = null;
            try {
                Files.createDirectories(absolute);
                server = new CephServer(
                        new CephConfiguration(absolute, UUID.randomUUID(), Loopback.freePort(), Loopback.freePort()));
                server.startStorage();
                server.startAgain();
                server.createLogins();
                server.createBucket(BUCKET);
                server.createBucket(REPLICA_BUCKET);
                return server;
            } catch (IOException | UncheckedIOException failure) {
                if (server != null) {
                    server.endAll();
                }
                if (attempt == ATTEMPTS) {
                    throw new UncheckedIOException(new IOException("Ceph did not start, see " + absolute, failure));
                }
                Folders.delete(absolute);
            }
        }
    }

    private void startStorage() throws IOException {
        configuration.write();
        for (CephConfiguration.Key key : CephConfiguration.KEYS) {
            run(key.authtool(configuration.keyring()));
        }
        String monmap = configuration.file("monmap");
        run(List.of(
                "monmaptool",
                "--create",
                "--addv",
                "a",
                "[" + configuration.monitor() + "]",
                "--fsid",
                configuration.cluster().toString(),
                monmap));
        run(ceph("ceph-mon", "--mkfs", "-i", "a", "--monmap", monmap, "--keyring", configuration.keyring()));
        storage.add(watched("mon", ceph("ceph-mon", "-i", "a", "-f")));
        String osd = UUID.randomUUID().toString();
        run(ceph("ceph", "--connect-timeout", "30", "osd", "new", osd, "0"));
        run(ceph("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd));
        storage.add(watched("osd", ceph("ceph-osd", "-i", "0", "-f")));
    }

    private void createLogins() throws IOException {
        for (Login login : List.of(application, eraser, verifier, stranger)) {
            run(ceph(
                    "radosgw-admin",
                    "-n",
                    "client.rgw",
                    "user",
                    "create",
                    "--uid=" + login.user(),
                    "--display-name=" + login.user(),
                    "--access-key=" + login.user(),
                    "--secret-key=" + login.password()));
        }
    }

    private List<String> ceph(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program, "-c", configuration.path()));
        command.addAll(List.of(arguments));
        return command;
    }

    private WatchedProcess watched(String name, List<String> command) throws IOException {
        return WatchedProcess.start(
                PROGRAMS.resolve(command.get(0)), command.subList(1, command.size()), configuration.log(name));
    }

    private void run(List<String> command) throws IOException {
        List<String> withPath = new ArrayList<>(command);
        withPath.set(0, PROGRAMS.resolve(command.get(0)).toString());
        Process process = new ProcessBuilder(withPath)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(configuration.log("setup")))
                .start();
        if (!OwnProcesses.endsWithin(process.toHandle(), STEP)) {
            OwnProcesses.kill(process.toHandle());
            throw new IOException(command.get(0) + " did not end within " + STEP);
        }
        if (process.exitValue() != 0) {
            throw new IOException(command.get(0) + " failed with " + process.exitValue());
        }
    }

    @Override
    public synchronized void startAgain() {
        if (isRunning()) {
            return;
        }
        try {
            WatchedProcess started = watched("gateway", ceph("radosgw", "-n", "client.rgw", "-f"));
            gateway = started;
            awaitAnswer(started);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void awaitAnswer(WatchedProcess started) throws IOException {
        long end = System.nanoTime() + STARTUP.toNanos();
        while (started.isAlive() && System.nanoTime() < end) {
            if (answers()) {
                return;
            }
            started.await(Duration.ofMillis(POLL_MILLIS));
        }
        throw new IOException(started.isAlive() ? "no answer within " + STARTUP : "the gateway ended at once");
    }

    private boolean answers() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(endpoint()).toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(10_000);
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public synchronized void stop() {
        if (gateway != null) {
            gateway.end();
            gateway = null;
        }
    }

    /** {@code kill -9} of the gateway. */
    public synchronized void kill() {
        if (gateway != null) {
            gateway.kill();
            gateway = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return gateway != null && gateway.isAlive();
    }

    /** Stops everything and removes the files. */
    @Override
    public synchronized void close() {
        endAll();
        Folders.delete(configuration.directory());
    }

    private synchronized void endAll() {
        kill();
        storage.forEach(WatchedProcess::kill);
        storage.clear();
    }

    @Override
    public int port() {
        return configuration.gatewayPort();
    }

    @Override
    public Login application() {
        return application;
    }

    @Override
    public Login eraser() {
        return eraser;
    }

    @Override
    public Login verifier() {
        return verifier;
    }

    @Override
    public Login stranger() {
        return stranger;
    }

    @Override
    public boolean checksRights() {
        return true;
    }
}
