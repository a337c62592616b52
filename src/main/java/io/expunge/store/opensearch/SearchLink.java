package io.expunge.store.opensearch;

import io.expunge.store.StoreAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.json.jackson3.JacksonJsonpMapper;
import org.opensearch.client.opensearch.generic.Body;
import org.opensearch.client.opensearch.generic.OpenSearchGenericClient;
import org.opensearch.client.opensearch.generic.Request;
import org.opensearch.client.opensearch.generic.Requests;
import org.opensearch.client.opensearch.generic.Response;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * The way to one cluster under one login. The client's generic half: its typed half reads an answer that lacks a field as one
 * that says no. No request that changes something is sent a second time.
 */
final class SearchLink implements AutoCloseable {

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final String TRUE_STATUS = "X-Expunge-Status";

    private final String store;
    private final URI address;
    private final Optional<String> authorization;
    private @Nullable OpenSearchTransport transport;
    private boolean closed;

    /** @throws IllegalArgumentException if the address can't be used; the message doesn't repeat it */
    SearchLink(String store, StoreAccess access) {
        this.store = store;
        this.address = address(store, access.url());
        this.authorization = access.user().isEmpty() && access.password().isEmpty()
                ? Optional.empty()
                : Optional.of("Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (access.user() + ":" + access.password()).getBytes(StandardCharsets.UTF_8)));
    }

    private static URI address(String store, String url) {
        try {
            URI address = URI.create(url);
            boolean usable = SCHEMES.contains(String.valueOf(address.getScheme()))
                    && address.getHost() != null
                    && address.getUserInfo() == null
                    && address.getQuery() == null
                    && address.getFragment() == null;
            if (usable) {
                return address;
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
        try (Response response = send(call, deadline.left(most))) {
            JsonNode body = read(response.getBody());
            int status = status(response);
            if (status >= 200 && status < 300) {
                return body;
            }
            throw SearchFault.answered(status, body.path("error"), call.writes());
        } catch (IOException failure) {
            throw SearchFault.unanswered(failure, call.writes());
        }
    }

    /** The client's own limits are for the pauses within an answer; ours is for the whole. */
    private Response send(Call call, Duration time) {
        CompletableFuture<Response> answer = client().executeAsync(request(call));
        try {
            return answer.get(Math.max(1, time.toNanos()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            answer.cancel(true);
            throw SearchFault.unanswered(failure, call.writes());
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw SearchFault.unanswered(interrupted, call.writes());
        }
    }

    private static Request request(Call call) {
        Requests.JsonBodyBuilder request =
                Requests.builder().method(call.method()).endpoint(call.place()).query(call.parameters());
        call.body()
                .ifPresent(said -> request.body(
                        Body.from(JsonMapper.shared().writeValueAsBytes(said), "application/json; charset=UTF-8")));
        call.name().ifPresent(name -> request.headers(List.of(Map.entry("X-Opaque-Id", name))));
        return request.build();
    }

    /** What a proxy says instead of the server need not be JSON. */
    private static JsonNode read(Optional<Body> body) {
        try {
            JsonNode read =
                    JsonMapper.shared().readTree(body.map(Body::bodyAsBytes).orElse(new byte[0]));
            return read == null ? MissingNode.getInstance() : read;
        } catch (JacksonException unreadable) {
            return MissingNode.getInstance();
        }
    }

    private synchronized OpenSearchGenericClient client() {
        if (closed) {
            throw new IllegalStateException("the way to " + store + " is closed");
        }
        if (transport == null) {
            transport = open();
        }
        // By default it throws for no status: errors are answers to us.
        return new OpenSearchGenericClient(transport);
    }

    private OpenSearchTransport open() {
        Header[] headers = authorization
                .map(login -> new Header[] {new BasicHeader("Authorization", login, true)})
                .orElse(new Header[0]);
        ApacheHttpClient5TransportBuilder builder = ApacheHttpClient5TransportBuilder.builder(
                new HttpHost(address.getScheme(), address.getHost(), address.getPort()));
        String prefix = String.valueOf(address.getRawPath()).replaceAll("/+$", "");
        if (!prefix.isEmpty()) {
            builder.setPathPrefix(prefix);
        }
        return builder.setDefaultHeaders(headers)
                .setMapper(new JacksonJsonpMapper())
                .setRequestConfigCallback(requests -> requests.setResponseTimeout(Timeout.DISABLED))
                .setConnectionConfigCallback(connections ->
                        connections.setConnectTimeout(Timeout.of(CONNECT)).setSocketTimeout(Timeout.DISABLED))
                .setHttpClientConfigCallback(SearchLink::sober)
                .build();
    }

    /**
     * For some errors (401, 403, 502 and others) the transport throws and drops what the server said, which is what tells a
     * missing right from a block on an index. So it sees one status for all errors, and the true one goes beside it.
     */
    private static void showErrors(HttpResponse response, @Nullable EntityDetails body, HttpContext context) {
        int status = response.getCode();
        if (status >= HttpStatus.SC_CLIENT_ERROR) {
            response.setHeader(TRUE_STATUS, status);
            response.setCode(HttpStatus.SC_BAD_REQUEST);
        }
    }

    private static int status(Response response) {
        return response.getHeaders().stream()
                .filter(header -> header.getKey().equals(TRUE_STATUS))
                .map(header -> Integer.valueOf(header.getValue()))
                .findFirst()
                .orElse(response.getStatus());
    }

    private static HttpAsyncClientBuilder sober(HttpAsyncClientBuilder client) {
        return client.addResponseInterceptorFirst(SearchLink::showErrors)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableAuthCaching()
                .disableCookieManagement();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (transport != null) {
            try {
                transport.close();
            } catch (IOException lost) {
                // Nothing is sent any more, which is what was wanted.
            }
            transport = null;
        }
    }
}
