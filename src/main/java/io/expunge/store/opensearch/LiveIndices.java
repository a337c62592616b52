package io.expunge.store.opensearch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * Every index that a cluster has: closed, hidden, behind a data stream, restored under another name.
 *
 * @param fields by index: the names of all its fields, without the objects that they are in
 * @param open those that can be searched
 * @param others by index: the aliases and the data stream that lead to it
 */
record LiveIndices(Map<String, Set<String>> fields, Set<String> open, Map<String, Set<String>> others) {

    /** Fields that look like a tenant's id, beside those that the catalog names. */
    static final Set<String> TENANT_FIELDS = Set.of(
            "tenant",
            "tenant_id",
            "tenantid",
            "tenant_uuid",
            "org_id",
            "organization_id",
            "organisation_id",
            "account_id",
            "workspace_id");

    static Call question() {
        return Call.get("_cluster", "state", "metadata", "_all")
                .with("expand_wildcards", "all")
                .with(
                        "filter_path",
                        String.join(
                                ",",
                                "metadata.indices.*.state",
                                "metadata.indices.*.mappings",
                                "metadata.indices.*.aliases",
                                "metadata.data_stream.data_stream.*.indices"));
    }

    static LiveIndices of(JsonNode state) {
        JsonNode metadata = state.path("metadata");
        Map<String, Set<String>> fields = new TreeMap<>();
        Set<String> open = new HashSet<>();
        Map<String, Set<String>> others = new HashMap<>();
        metadata.path("indices").properties().forEach(index -> {
            Set<String> names = new HashSet<>();
            collect(index.getValue().path("mappings"), names);
            fields.put(index.getKey(), names);
            if (index.getValue().path("state").asString("").equals("open")) {
                open.add(index.getKey());
            }
            index.getValue().path("aliases").values().forEach(alias -> add(others, index.getKey(), alias.asString("")));
        });
        metadata.path("data_stream")
                .path("data_stream")
                .properties()
                .forEach(stream -> stream.getValue()
                        .path("indices")
                        .values()
                        .forEach(backing ->
                                add(others, backing.path("index_name").asString(""), stream.getKey())));
        return new LiveIndices(fields, open, others);
    }

    private static void add(Map<String, Set<String>> others, String index, String name) {
        others.computeIfAbsent(index, each -> new HashSet<>()).add(name);
    }

    /** Below objects, nested documents and the variants of a field alike. */
    private static void collect(JsonNode mapping, Set<String> names) {
        mapping.properties().forEach(entry -> {
            if (entry.getKey().equals("properties") || entry.getKey().equals("fields")) {
                entry.getValue().properties().forEach(field -> {
                    names.add(field.getKey().toLowerCase(Locale.ROOT));
                    collect(field.getValue(), names);
                });
            } else if (entry.getValue().isObject()) {
                collect(entry.getValue(), names);
            }
        });
    }

    /** Whether a catalogued name leads to this index. */
    boolean isBehind(String index, Set<String> catalogued) {
        return catalogued.contains(index)
                || others.getOrDefault(index, Set.of()).stream().anyMatch(catalogued::contains);
    }

    /** The open indices that a catalogued name leads to. */
    List<String> openBehind(String catalogued) {
        return fields.keySet().stream()
                .filter(open::contains)
                .filter(index -> isBehind(index, Set.of(catalogued)))
                .toList();
    }

    /** Names of indices that lie on a node's disk and that the cluster doesn't know, or no longer. */
    static List<String> dangling(JsonNode answer) {
        return StreamSupport.stream(answer.path("dangling_indices").spliterator(), false)
                .map(index -> index.path("index_name").asString(""))
                .distinct()
                .collect(Collectors.toList());
    }
}
