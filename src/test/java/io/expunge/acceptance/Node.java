package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The shipped jar as a daemon. Closing kills it. */
final class Node implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Pattern FIRE = Pattern.compile("FireJob: fire ([a-z]+-[0-9]{8}T[0-9]{6}Z)");

    private final Process process;
    private final Path output;
    private final int port;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private Node(Process process, Path output, int port) {
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /** Serving, and ready. */
    static Node started(World world, Path output) throws IOException {
        Node node = starting(world, output);
        await().atMost(LIMIT).until(() -> node.status("/actuator/health/readiness") == 200);
        return node;
    }

    static Node starting(World world, Path output) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        return new Node(world.start(output, "serve", "--port", String.valueOf(port)), output, port);
    }

    Process process() {
        return process;
    }

    int port() {
        return port;
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    /** The run ids of what this node fired, in order. */
    List<String> fires() {
        return FIRE.matcher(output())
                .results()
                .map((MatchResult fire) -> fire.group(1))
                .toList();
    }

    /** 0 while nobody answers. */
    int status(String path) {
        try {
            return get(path).statusCode();
        } catch (ConnectException notYet) {
            return 0;
        } catch (IOException broken) {
            return -1;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** By SIGTERM; answers the exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        assertThat(process.onExit().join().isAlive()).isFalse();
    }
}
