package io.expunge.store.opensearch;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.expunge.store.StoreAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Stands before a server that knows no logins: asks for one by basic authentication, lets each do only what its role names,
 * and refuses the rest in the words of the security plugin, which no server here has. Its roles are lists of calls, not the
 * plugin's actions. A test may put {@linkplain #answering answers} in between.
 */
final class SearchProxy implements AutoCloseable {

    private static final String REFUSAL = """
            {"error": {"root_cause": [{"type": "security_exception", "reason": "no permissions for [...] and User [acme]"}],
            "type": "security_exception", "reason": "no permissions for [...] and User [acme]"}, "status": 403}""";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, User> users = new ConcurrentHashMap<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final String server;
    private final HttpServer door;
    private volatile Function<Seen, Optional<Reply>> answers = call -> Optional.empty();
    private volatile Function<Reply, Reply> replies = reply -> reply;

    private record User(String password, List<Pattern> calls) {}

    /** A call that came. */
    record Seen(String user, String call, String body) {}

    /** What is said in the server's place; nothing at all where the status is negative. */
    record Reply(int status, String body) {
        static final Reply SILENCE = new Reply(-1, "");
    }

    SearchProxy(String server) throws IOException {
        this.server = server;
        this.door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        door.createContext("/", this::serve);
        door.setExecutor(threads);
        door.start();
    }

    String url() {
        return "http://127.0.0.1:" + door.getAddress().getPort();
    }

    /** @param calls patterns of method and target, such as {@code POST /tickets/_search?.*} */
    StoreAccess login(String user, String... calls) {
        users.put(
                user,
                new User("secret", List.of(calls).stream().map(Pattern::compile).toList()));
        return new StoreAccess(url(), user, "secret");
    }

    /** From now on, where the function gives one, its answer instead of the server's. */
    void answering(Function<Seen, Optional<Reply>> instead) {
        answers = instead;
    }

    /** From now on, the server's answers as the function leaves them. */
    void rewriting(Function<Reply, Reply> changed) {
        replies = changed;
    }

    List<Seen> seen() {
        return seen;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String call = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            Optional<String> user = user(exchange);
            Reply reply;
            if (user.isEmpty()) {
                reply = new Reply(401, "Unauthorized");
            } else {
                Seen it = new Seen(user.get(), call, body);
                seen.add(it);
                Optional<Reply> instead = answers.apply(it);
                reply = instead.isPresent() ? instead.get() : passedOn(exchange, it);
            }
            if (reply.status() > 0) {
                byte[] said = reply.body().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(reply.status(), said.length == 0 ? -1 : said.length);
                exchange.getResponseBody().write(said);
            }
        }
    }

    private Optional<String> user(HttpExchange exchange) {
        String authorization = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        return users.entrySet().stream()
                .filter(each -> authorization.equals("Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (each.getKey() + ":" + each.getValue().password())
                                                .getBytes(StandardCharsets.UTF_8))))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Reply passedOn(HttpExchange exchange, Seen it) throws IOException {
        boolean allowed = requireNonNull(users.get(it.user())).calls().stream()
                .anyMatch(pattern -> pattern.matcher(it.call()).matches());
        if (!allowed) {
            return new Reply(403, REFUSAL);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + exchange.getRequestURI()))
                .header("Content-Type", "application/json")
                .method(exchange.getRequestMethod(), BodyPublishers.ofString(it.body()));
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Opaque-Id"))
                .ifPresent(name -> request.header("X-Opaque-Id", name));
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            return replies.apply(new Reply(answer.statusCode(), answer.body()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    @Override
    public void close() {
        door.stop(0);
        threads.shutdownNow();
    }
}
