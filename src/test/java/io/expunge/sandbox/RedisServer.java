package io.expunge.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server on a loopback port. The default user needs no password, so that any client can look inside;
 * {@link #eraser()} and {@link #verifier()} are ACL users with just what the product's two logins need.
 *
 * <p>Stopped and started again it keeps its port, its users and its data; killed, it comes back empty. It never writes
 * data to disk while it runs.
 */
public final class RedisServer implements SandboxServer {
    private static final int ATTEMPTS = 3;
    private static final Duration STARTUP = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 20;
    private static final String DATA = "dump.rdb";

    private final Path directory;
    private final int port;
    private final Login eraser = new Login("cache_eraser", Passwords.random());
    private final Login verifier = new Login("cache_verifier", Passwords.random());
    private @Nullable Process process;

    private RedisServer(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    /**
     * Starts a new, empty server that keeps its files in this directory; returns when it answers.
     *
     * @throws UncheckedIOException if it doesn't answer; the directory's {@code redis.log} says why
     */
    public static RedisServer start(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        for (int attempt = 1; ; attempt++) {
            try {
                Files.createDirectories(absolute);
                RedisServer server = new RedisServer(absolute, Loopback.freePort());
                server.startAgain();
                return server;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (UncheckedIOException portTaken) {
                if (attempt == ATTEMPTS) {
                    throw portTaken;
                }
            }
        }
    }

    /** Starts a stopped or killed server on its port. Does nothing while it runs. */
    @Override
    public synchronized void startAgain() {
        if (isRunning()) {
            return;
        }
        try {
            Path configuration = directory.resolve("redis.conf");
            Folders.writeSecret(configuration, configuration());
            Process started = new ProcessBuilder(ServerBinaries.redis().toString(), configuration.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("redis.out").toFile()))
                    .start();
            process = started;
            awaitAnswer(started);
            Files.deleteIfExists(directory.resolve(DATA));
        } catch (IOException failure) {
            kill();
            throw new UncheckedIOException("Redis did not start, see " + directory.resolve("redis.log"), failure);
        }
    }

    private String configuration() {
        return String.join(
                "\n",
                "bind " + Loopback.HOST,
                "port " + port,
                "dir \"" + directory + "\"",
                "logfile redis.log",
                "dbfilename " + DATA,
                "save \"\"",
                "appendonly no",
                // Without this it hides its arguments, and an orphan could not be told from another's server.
                "set-proc-title no",
                "user default on nopass ~* &* +@all",
                user(eraser, "~t:*", "+unlink +del"),
                user(verifier, "~*", ""),
                "");
    }

    private static String user(Login login, String keys, String further) {
        return "user " + login.user() + " on >" + login.password() + " " + keys + " -@all"
                + " +auth +hello +ping +echo +select +readonly +wait +role +info +dbsize +time"
                + " +client|setname +client|getname +client|id +client|setinfo +cluster|info +cluster|nodes +cluster|slots"
                + " +cluster|myid +config|get +scan +exists +type +ttl +pttl " + further;
    }

    private void awaitAnswer(Process started) throws IOException {
        long deadline = System.nanoTime() + STARTUP.toNanos();
        while (started.isAlive() && System.nanoTime() < deadline) {
            try {
                if (ask("PING").startsWith("+PONG")) {
                    return;
                }
            } catch (IOException notYet) {
                // The port is not open yet.
            }
            try {
                started.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", interrupted);
            }
        }
        throw new IOException(started.isAlive() ? "no answer within " + STARTUP : "it ended at once");
    }

    /** Shuts down; the data comes back when it is started again. */
    @Override
    public synchronized void stop() {
        shutDown("SHUTDOWN SAVE");
    }

    private void shutDown(String command) {
        if (process != null) {
            if (process.isAlive()) {
                try {
                    ask(command);
                } catch (IOException closedWithoutAnswer) {
                    // As it should.
                }
            }
            OwnProcesses.end(process.toHandle());
            process = null;
        }
    }

    /** {@code kill -9}: the data is lost. */
    public synchronized void kill() {
        if (process != null) {
            OwnProcesses.kill(process.toHandle());
            process = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Stops the server and removes its files. */
    @Override
    public synchronized void close() {
        shutDown("SHUTDOWN NOSAVE");
        Folders.delete(directory);
    }

    public String host() {
        return Loopback.HOST;
    }

    @Override
    public int port() {
        return port;
    }

    /** Address of database 0, without credentials. */
    public String url() {
        return "redis://" + Loopback.HOST + ":" + port + "/0";
    }

    /** May look at everything's name, and unlink keys under {@code t:}. */
    public Login eraser() {
        return eraser;
    }

    /** May look, never write. */
    public Login verifier() {
        return verifier;
    }

    private String ask(String command) throws IOException {
        try (Socket socket = Loopback.connect(port)) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(5);
            return new String(answer, StandardCharsets.US_ASCII);
        }
    }
}
