package io.expunge.store.opensearch;

import io.expunge.store.StoreAccess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * The way to one cluster under one login. The JDK's own client: it logs nothing of what it carries, and sends no request
 * that changes something a second time.
 */
final class SearchLink implements AutoCloseable {

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** The least time that a call is given: the client takes none that isn't positive. */
    private static final Duration INSTANT = Duration.ofMillis(1);

    private final String address;
    private final Optional<String> authorization;
    private @Nullable HttpClient client;
    private boolean closed;

    /** @throws IllegalArgumentException if the address can't be used; the message doesn't repeat it */
    SearchLink(String store, StoreAccess access) {
        this.address = address(store, access.url());
        this.authorization = access.user().isEmpty() && access.password().isEmpty()
                ? Optional.empty()
                : Optional.of("Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (access.user() + ":" + access.password()).getBytes(StandardCharsets.UTF_8)));
    }

    private static String address(String store, String url) {
        try {
            URI address = URI.create(url);
            boolean usable = SCHEMES.contains(String.valueOf(address.getScheme()))
                    && address.getHost() != null
                    && address.getUserInfo() == null
                    && address.getQuery() == null
                    && address.getFragment() == null;
            if (usable) {
                return url.replaceAll("/+$", "");
            }
        } catch (IllegalArgumentException unreadable) {
            // Its message repeats the address, which may hold a password.
        }
        throw new IllegalArgumentException(
                "store " + store + ": expected http://host:port or https://host:port, the login apart from it");
    }

    /**
     * Asks, and answers what a server that accepted the question said.
     *
     * @throws SearchFault if it refused, failed, or said nothing within the time
     */
    JsonNode ask(Call call, Deadline deadline, Duration most) {
        HttpResponse<byte[]> response = send(call, deadline.left(most));
        JsonNode body = read(response.body());
        if (response.statusCode() >= 200 && response.statusCode() < 300) {
            return body;
        }
        throw SearchFault.answered(response.statusCode(), body.path("error"), call.writes());
    }

    /** The client's own limit ends with the head of an answer; ours takes in its body. */
    private HttpResponse<byte[]> send(Call call, Duration time) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client().sendAsync(request(call, time), BodyHandlers.ofByteArray());
        try {
            return answer.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            answer.cancel(true);
            throw SearchFault.unanswered(failure, call.writes());
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw SearchFault.unanswered(interrupted, call.writes());
        }
    }

    private HttpRequest request(Call call, Duration time) {
        BodyPublisher body = call.body()
                .map(said -> BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(said)))
                .orElseGet(BodyPublishers::noBody);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + call.target()))
                .timeout(time.compareTo(INSTANT) < 0 ? INSTANT : time)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(call.method(), body);
        authorization.ifPresent(login -> request.header("Authorization", login));
        call.name().ifPresent(name -> request.header("X-Opaque-Id", name));
        return request.build();
    }

    /** What a proxy says instead of the server need not be JSON. */
    private static JsonNode read(byte[] body) {
        try {
            JsonNode read = JsonMapper.shared().readTree(body);
            return read == null ? MissingNode.getInstance() : read;
        } catch (JacksonException unreadable) {
            return MissingNode.getInstance();
        }
    }

    private synchronized HttpClient client() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
        }
        return client;
    }

    /** The JDK's client ends its thread when nobody refers to it any more. */
    @Override
    public synchronized void close() {
        closed = true;
        client = null;
    }
}
