package io.expunge.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchServerIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @Test
    void stopped_or_killed_and_started_again_it_keeps_port_and_data() throws Exception {
        Path files = directory.resolve("node");
        try (OpenSearchServer server = OpenSearchServer.start(files)) {
            String address = server.url();
            send(address, "PUT", "/kept/_doc/1?refresh=true", "{\"text\":\"kept\"}");

            server.stop();

            assertThat(server.isRunning()).isFalse();
            assertThat(catchThrowable(() -> send(address, "GET", "/", ""))).isInstanceOf(IOException.class);

            server.startAgain();
            assertThat(server.url()).isEqualTo(address);
            assertThat(send(address, "GET", "/kept/_count", "")).contains("\"count\":1,");

            server.kill();
            server.startAgain();
            assertThat(send(address, "GET", "/kept/_count", "")).contains("\"count\":1,");
        }
        assertThat(Files.exists(files)).isFalse();
    }

    /** As when the starter is killed: the pipe to the child's standard input ends. */
    @Test
    void it_ends_with_the_pipe_to_whoever_started_it() throws Exception {
        try (OpenSearchServer server = OpenSearchServer.start(directory.resolve("node"))) {
            ProcessHandle node = server.process();

            server.letGo();

            await().atMost(LIMIT).until(() -> !node.isAlive());
        }
    }

    private String send(String address, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }
}
