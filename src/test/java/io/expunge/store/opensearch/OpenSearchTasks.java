package io.expunge.store.opensearch;

import io.expunge.sandbox.OpenSearchServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.json.JsonMapper;

/** Tasks that somebody else started under a name. */
final class OpenSearchTasks {

    private final HttpClient client = HttpClient.newHttpClient();
    private final OpenSearchServer server;

    OpenSearchTasks(OpenSearchServer server) {
        this.server = server;
    }

    /** Ten documents a batch, one document a second: until it is told to hurry. */
    String deleteSlowly(String index, String tenant, String name) {
        return send(
                "/" + index + "/_delete_by_query?wait_for_completion=false&requests_per_second=1&scroll_size=10",
                "{\"query\": {\"term\": {\"tenant\": \"" + tenant + "\"}}}",
                name);
    }

    void hurry(String task) {
        send("/_delete_by_query/" + task + "/_rethrottle?requests_per_second=-1", "", "operator");
    }

    private String send(String path, String body, String name) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .header("X-Opaque-Id", name)
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            String answer = client.send(request, BodyHandlers.ofString()).body();
            return JsonMapper.shared().readTree(answer).path("task").asString("");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }
}
