package io.expunge.store.opensearch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A request. Values of a tenant's belong into the body: addresses end up in logs of servers and proxies.
 *
 * @param writes whether it would matter that it was carried out though nobody said so
 * @param name what {@code _tasks} shows beside it
 */
record Call(
        String method,
        List<String> path,
        Map<String, String> parameters,
        Optional<Map<String, ?>> body,
        boolean writes,
        Optional<String> name) {

    static Call get(String... path) {
        return of("GET", path);
    }

    static Call post(String... path) {
        return of("POST", path);
    }

    private static Call of(String method, String... path) {
        return new Call(method, List.of(path), Map.of(), Optional.empty(), false, Optional.empty());
    }

    Call with(String parameter, Object value) {
        Map<String, String> more = new LinkedHashMap<>(parameters);
        more.put(parameter, String.valueOf(value));
        return new Call(method, path, more, body, writes, name);
    }

    Call saying(Map<String, ?> what) {
        return new Call(method, path, parameters, Optional.of(what), writes, name);
    }

    Call writing() {
        return new Call(method, path, parameters, body, true, name);
    }

    Call named(String whose) {
        return new Call(method, path, parameters, body, writes, Optional.of(whose));
    }

    /** The path as it stands in the request. */
    String place() {
        return path.stream().map(Call::encoded).collect(Collectors.joining("/", "/", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
