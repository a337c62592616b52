package io.expunge.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** An object in the making; keys keep their order, and one without a value is there with {@code null}. */
final class Json {

    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    static Json object() {
        return new Json();
    }

    /** @param value text, number, boolean, time, {@link Optional} of these, list or map */
    Json with(String key, @Nullable Object value) {
        Object bare = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        values.put(key, bare instanceof Instant || bare instanceof Enum<?> ? bare.toString() : bare);
        return this;
    }

    Map<String, @Nullable Object> values() {
        return values;
    }

    /** On one line. */
    void print(PrintWriter to) {
        to.println(JsonMapper.shared().writeValueAsString(values));
    }
}
