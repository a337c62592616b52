package io.expunge.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sandbox's OpenSearch as anybody with an HTTP client sees it; shares nothing with the product's client. */
public final class SearchServer {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NOT_FOUND = 404;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    /** @param url without a path */
    public SearchServer(String url) {
        this.url = url;
    }

    /**
     * Sends a request with a body of JSON, or of lines of JSON.
     *
     * @throws IllegalStateException if it is refused
     */
    public JsonNode send(String method, String path, String body) {
        return send(method, path, body, Set.of());
    }

    /** Removes an index; it need not be there. */
    public void delete(String index) {
        send("DELETE", "/" + index, "", Set.of(NOT_FOUND));
    }

    /** How many documents a query finds, of those that a refresh shows. */
    public long count(String index, String query) {
        send("POST", "/" + index + "/_refresh", "");
        return send("POST", "/" + index + "/_count", "{\"query\":" + query + "}")
                .required("count")
                .longValue();
    }

    private JsonNode send(String method, String path, String body, Set<Integer> allowed) {
        String type = path.startsWith("/_bulk") ? "application/x-ndjson" : "application/json";
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(PATIENCE)
                .header("Content-Type", type)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            if (response.statusCode() >= 300 && !allowed.contains(response.statusCode())) {
                throw new IllegalStateException(method + " " + path + ": " + response.body());
            }
            return JsonMapper.shared().readTree(response.body());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
