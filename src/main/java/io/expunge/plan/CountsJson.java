package io.expunge.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Counts as they stand in an approval request, in the order of the plan; what is unknown has no {@code items}. */
final class CountsJson {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private CountsJson() {}

    static String write(List<TaskCount> counts) {
        return MAPPER.writeValueAsString(counts.stream().map(CountsJson::count).toList());
    }

    private static Map<String, Object> count(TaskCount count) {
        Map<String, Object> json = new TreeMap<>(Map.of("resource", count.resourceId(), "location", count.location()));
        count.items().ifPresent(items -> json.put("items", items));
        return json;
    }

    static List<TaskCount> read(String json) {
        return MAPPER.readTree(json).valueStream().map(CountsJson::count).toList();
    }

    private static TaskCount count(JsonNode json) {
        return new TaskCount(
                json.required("resource").stringValue(),
                json.required("location").stringValue(),
                json.has("items") ? Optional.of(json.required("items").longValue()) : Optional.empty());
    }
}
