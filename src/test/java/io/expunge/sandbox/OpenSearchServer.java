package io.expunge.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An OpenSearch node on a loopback port, in a JVM of its own. It has no security plugin: whoever reaches the port may do
 * everything, with any login.
 *
 * <p>Stopped or killed and started again it keeps its port and its data. It ends when the JVM that started it does,
 * however that ends.
 */
public final class OpenSearchServer implements SandboxServer {

    /** Overrides where the build wrote the node's class path, for whoever does not start in the checkout. */
    static final String CLASS_PATH = "expunge.sandbox.opensearch.classpath";

    private static final String SOURCE = "OpenSearchNode.java";
    private static final int ATTEMPTS = 3;
    private static final Duration STARTUP = Duration.ofSeconds(90);
    private static final Duration SHUTDOWN = Duration.ofSeconds(15);
    private static final Duration QUESTION = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 50;

    private final Path directory;
    private final int port;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private @Nullable Process process;

    private OpenSearchServer(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    /**
     * Starts a new, empty node that keeps its files in this directory; returns when it answers.
     *
     * @throws UncheckedIOException if it doesn't answer; the directory's {@code opensearch.log} says why
     */
    public static OpenSearchServer start(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        for (int attempt = 1; ; attempt++) {
            try {
                Files.createDirectories(absolute);
                OpenSearchServer server = new OpenSearchServer(absolute, Loopback.freePort());
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

    /** Starts a stopped or killed node on its port, with the data that it had. Does nothing while it runs. */
    @Override
    public synchronized void startAgain() {
        if (isRunning()) {
            return;
        }
        try {
            Process started = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx384m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            classPath(),
                            program().toString(),
                            directory.toString(),
                            Integer.toString(port))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
            process = started;
            awaitAnswer(started);
        } catch (IOException failure) {
            kill();
            throw new UncheckedIOException("OpenSearch did not start, see " + log(), failure);
        }
    }

    private static String classPath() throws IOException {
        Path written = Path.of(System.getProperty(CLASS_PATH, "target/opensearch.classpath"));
        if (!Files.isReadable(written)) {
            throw new IOException("no class path for the node in " + written.toAbsolutePath()
                    + ": run mvn test-compile in the checkout, or name the file with -D" + CLASS_PATH);
        }
        return Files.readString(written).strip();
    }

    /** Beside the data, since a file within a jar can't be started. */
    private Path program() throws IOException {
        Path program = directory.resolve(SOURCE);
        try (InputStream source = OpenSearchServer.class.getResourceAsStream("/sandbox/" + SOURCE)) {
            Files.copy(Objects.requireNonNull(source), program, StandardCopyOption.REPLACE_EXISTING);
        }
        return program;
    }

    private void awaitAnswer(Process started) throws IOException {
        long deadline = System.nanoTime() + STARTUP.toNanos();
        try {
            while (started.isAlive() && System.nanoTime() < deadline) {
                if (isReady()) {
                    return;
                }
                started.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
        throw new IOException(started.isAlive() ? "no answer within " + STARTUP : "it ended at once");
    }

    /** Whether it has read what it had before, and every shard that it will open is open. */
    private boolean isReady() throws InterruptedException {
        try {
            return answers("/_mapping?filter_path=none")
                    && answers(
                            "/_cluster/health?wait_for_events=languid&wait_for_no_initializing_shards=true&timeout=25s");
        } catch (IOException notYet) {
            return false;
        }
    }

    private boolean answers(String question) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + question))
                .timeout(QUESTION)
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    }

    /** Shuts down; the data stays. */
    @Override
    public synchronized void stop() {
        if (process != null) {
            try {
                process.getOutputStream().close();
                if (!process.waitFor(SHUTDOWN.toSeconds(), TimeUnit.SECONDS)) {
                    kill();
                }
            } catch (IOException ended) {
                kill();
            } catch (InterruptedException interrupted) {
                kill();
                Thread.currentThread().interrupt();
            }
            process = null;
        }
    }

    /** {@code kill -9}; what was acknowledged is on disk. */
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

    /** Stops the node and removes its files. */
    @Override
    public synchronized void close() {
        kill();
        Folders.delete(directory);
    }

    public String host() {
        return Loopback.HOST;
    }

    @Override
    public int port() {
        return port;
    }

    public String url() {
        return "http://" + Loopback.HOST + ":" + port;
    }

    /** Where snapshot repositories of type {@code fs} may lie. */
    public Path snapshots() {
        return directory.resolve("snapshots");
    }

    /** For {@code kill -STOP} and the like. */
    synchronized ProcessHandle process() {
        return Objects.requireNonNull(process, "not running").toHandle();
    }

    /** What the end of this JVM would do to it. */
    synchronized void letGo() throws IOException {
        Objects.requireNonNull(process, "not running").getOutputStream().close();
    }

    private Path log() {
        return directory.resolve("opensearch.log");
    }
}
