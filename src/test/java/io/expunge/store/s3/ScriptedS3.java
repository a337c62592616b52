package io.expunge.store.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.expunge.store.StoreAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recorded answers of S3, given as a test says: what a real server does once in a while and can't be told to. Holds single
 * versions of keys, no more than one page. Everything else is tested on real servers.
 */
final class ScriptedS3 implements AutoCloseable {

    private static final Pattern DELETED = Pattern.compile("<Key>([^<]*)</Key>");

    private final HttpServer http;
    private final Set<String> keys = Collections.synchronizedSet(new TreeSet<>());
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> contentMd5 = Collections.synchronizedList(new ArrayList<>());
    private Function<String, Optional<Answer>> script = request -> Optional.empty();
    private Function<String, Optional<String>> errors = key -> Optional.empty();
    private Function<Set<String>, Optional<Answer>> batches = keys -> Optional.empty();

    ScriptedS3(String... keys) {
        this.keys.addAll(List.of(keys));
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        http.createContext("/", this::serve);
        http.start();
    }

    record Answer(int status, String body) {
        static Answer error(int status, String code) {
            return new Answer(status, "<Error><Code>" + code + "</Code><Message>of acme</Message></Error>");
        }

        /** Hangs up. */
        static Answer none() {
            return new Answer(0, "");
        }
    }

    /** Answers to requests, by method and query, such as {@code GET versions}; empty for the ordinary one. */
    ScriptedS3 answering(Function<String, Optional<Answer>> each) {
        script = each;
        return this;
    }

    /** Error codes for keys in requests that delete. */
    ScriptedS3 failing(Function<String, Optional<String>> each) {
        errors = each;
        return this;
    }

    /** Answers to whole requests that delete many. */
    ScriptedS3 answeringBatches(Function<Set<String>, Optional<Answer>> each) {
        batches = each;
        return this;
    }

    static Answer page(String next, String... keys) {
        StringBuilder page =
                new StringBuilder("<ListVersionsResult><IsTruncated>" + !next.isEmpty() + "</IsTruncated>");
        page.append("<NextKeyMarker>").append(next).append("</NextKeyMarker>");
        for (String key : keys) {
            page.append("<Version><Key>%s</Key><VersionId>v-%s</VersionId><IsLatest>true</IsLatest>"
                    .formatted(key, key.hashCode()));
            page.append("<LastModified>2026-11-30T00:00:00.000Z</LastModified></Version>");
        }
        return new Answer(200, page.append("</ListVersionsResult>").toString());
    }

    Set<String> keys() {
        return Set.copyOf(keys);
    }

    /** Method and query of each request, and its keys where it deletes. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    List<String> contentMd5() {
        return List.copyOf(contentMd5);
    }

    StoreAccess access(String checksums) {
        return new StoreAccess(
                "http://127.0.0.1:" + http.getAddress().getPort() + "/attachments?checksums=" + checksums,
                "key",
                "secret");
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String query =
                    Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
            String request = exchange.getRequestMethod() + " " + query.split("[&=]", 2)[0];
            requests.add(request);
            Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-MD5"))
                    .ifPresent(contentMd5::add);
            Answer answer = script.apply(request).orElseGet(() -> usual(request, query, exchange, body));
            if (answer.status() > 0) {
                byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    private Answer usual(String request, String query, HttpExchange exchange, String body) {
        return switch (request) {
            case "GET versioning" ->
                new Answer(200, "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");
            case "GET uploads" ->
                new Answer(
                        200,
                        "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>");
            case "GET versions" ->
                query.contains("delimiter=/") ? generations() : page("", keys.toArray(String[]::new));
            case "POST delete" -> deleteMany(body);
            case "DELETE versionId" ->
                deleteOne(exchange.getRequestURI().getPath().substring("/attachments/".length()));
            default -> Answer.error(501, "NotImplemented");
        };
    }

    private Answer generations() {
        return new Answer(
                200,
                keys.isEmpty()
                        ? "<ListVersionsResult><IsTruncated>false</IsTruncated></ListVersionsResult>"
                        : "<ListVersionsResult><IsTruncated>false</IsTruncated><CommonPrefixes>"
                                + "<Prefix>tenants/acme/g1/</Prefix></CommonPrefixes></ListVersionsResult>");
    }

    private Answer deleteMany(String body) {
        Set<String> meant = new TreeSet<>();
        Matcher each = DELETED.matcher(body);
        while (each.find()) {
            meant.add(each.group(1));
        }
        Optional<Answer> scripted = batches.apply(meant);
        if (scripted.isPresent()) {
            return scripted.get();
        }
        StringBuilder answer = new StringBuilder("<DeleteResult>");
        for (String key : meant) {
            Optional<String> code = errors.apply(key);
            if (code.isEmpty()) {
                keys.remove(key);
            } else {
                answer.append("<Error><Key>%s</Key><Code>%s</Code><Message>of acme</Message></Error>"
                        .formatted(key, code.get()));
            }
        }
        return new Answer(200, answer.append("</DeleteResult>").toString());
    }

    private Answer deleteOne(String key) {
        Optional<String> code = errors.apply(key);
        if (code.isPresent()) {
            return Answer.error(400, code.get());
        }
        keys.remove(key);
        return new Answer(204, "");
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
