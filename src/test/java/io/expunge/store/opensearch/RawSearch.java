package io.expunge.store.opensearch;

import io.expunge.sandbox.OpenSearchServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks to a server as its owner does, sharing nothing with the adapter. */
final class RawSearch {

    private static final int MOST = 10_000;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final OpenSearchServer server;

    RawSearch(OpenSearchServer server) {
        this.server = server;
    }

    /** A document as it was written. */
    record Document(String index, String id, JsonNode source) {}

    /** The answer to what must succeed. */
    JsonNode call(String method, String path, String body) {
        HttpResponse<String> answer = send(method, path, body);
        if (answer.statusCode() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body());
    }

    JsonNode call(String method, String path) {
        return call(method, path, "");
    }

    HttpResponse<String> send(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /** Removes every index, data stream, template and block that a test can have left. */
    void empty() {
        for (String block : List.of("read_only", "read_only_allow_delete")) {
            // One at a time: under a block, nothing but that block may be lifted.
            call("PUT", "/_cluster/settings", "{\"persistent\": {\"cluster.blocks." + block + "\": null}}");
        }
        call("DELETE", "/_data_stream/*");
        send("DELETE", "/_index_template/*", "");
        call("GET", "/_cluster/state/metadata/_all?expand_wildcards=all&filter_path=metadata.indices.*.state")
                .path("metadata")
                .path("indices")
                .properties()
                .forEach(index -> call("DELETE", "/" + index.getKey()));
    }

    /** Writes documents in one request, unrefreshed. */
    void index(String index, List<Map<String, ?>> documents) {
        if (documents.isEmpty()) {
            return;
        }
        String lines = documents.stream()
                .map(document -> "{\"create\":{}}\n" + JsonMapper.shared().writeValueAsString(document) + "\n")
                .collect(Collectors.joining());
        JsonNode answer = call("POST", "/" + index + "/_bulk", lines);
        if (answer.path("errors").asBoolean(true)) {
            throw new AssertionError(answer.toString());
        }
    }

    /** All that an index holds, looked through here and not by the server. */
    List<Document> documents(String index) {
        call("POST", "/" + index + "/_refresh");
        JsonNode hits = call("POST", "/" + index + "/_search", "{\"size\": " + MOST + ", \"track_total_hits\": true}")
                .path("hits");
        List<Document> documents = new ArrayList<>();
        hits.path("hits")
                .values()
                .forEach(hit -> documents.add(new Document(
                        hit.path("_index").asString(), hit.path("_id").asString(), hit.path("_source"))));
        if (hits.path("total").path("value").asInt() != documents.size()) {
            throw new AssertionError("more documents than one page holds");
        }
        return documents;
    }

    /** What somebody would ask who trusts the answer: how many hits a tenant has. */
    long naiveCount(String index, String tenant) {
        return call("POST", "/" + index + "/_search", "{\"query\": {\"term\": {\"tenant\": \"" + tenant + "\"}}}")
                .path("hits")
                .path("total")
                .path("value")
                .asLong();
    }
}
