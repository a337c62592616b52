package io.expunge.store.opensearch;

import io.expunge.catalog.Ownership.DocumentField;
import io.expunge.catalog.Resource;
import io.expunge.store.Blindness;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Subject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The probe's own way to a tenant's documents: aggregations that sort whatever bears the tenant's id into old, later and
 * without a generation, so that no document is counted by the predicate that was to delete it.
 *
 * @param container as catalogued
 */
record FieldWitness(String container, String tenant, Optional<String> generation) {

    private static final Set<String> NUMBERS = Set.of("long", "integer", "short", "byte", "unsigned_long");

    static Optional<FieldWitness> of(Resource resource) {
        return resource.ownedBy() instanceof DocumentField it
                ? Optional.of(new FieldWitness(it.index(), it.field(), it.generationField()))
                : Optional.empty();
    }

    /** What in this index's mapping would hide documents from a search: all of it answers 200 and zero hits. */
    Optional<Unknown> blindness(SeenIndex index, int longestId) {
        Optional<JsonNode> field = index.field(tenant);
        if (field.isEmpty()) {
            return blind("FIELD_UNMAPPED");
        }
        JsonNode keyword = field.get();
        if (!"keyword".equals(keyword.path("type").asString(""))) {
            return blind("FIELD_TYPE");
        }
        if (keyword.has("normalizer")) {
            return blind("FIELD_NORMALIZER");
        }
        if (keyword.has("ignore_above") && keyword.path("ignore_above").asInt(0) < longestId) {
            return blind("FIELD_IGNORE_ABOVE");
        }
        if (hides(keyword)) {
            return blind("FIELD_UNINDEXED");
        }
        return generation.isEmpty() ? Optional.empty() : blindness(index.field(generation.get()));
    }

    private static Optional<Unknown> blindness(Optional<JsonNode> number) {
        if (number.isEmpty()) {
            return blind("GENERATION_UNMAPPED");
        }
        if (!NUMBERS.contains(number.get().path("type").asString(""))) {
            return blind("GENERATION_TYPE");
        }
        return hides(number.get()) ? blind("GENERATION_UNINDEXED") : Optional.empty();
    }

    private static boolean hides(JsonNode field) {
        return !field.path("index").asBoolean(true) || !field.path("doc_values").asBoolean(true);
    }

    private static Optional<Unknown> blind(String code) {
        return Optional.of(new Unknown(Blindness.BLIND, code));
    }

    /** One search for many tenants; the answer holds an aggregation for each, by its number. */
    Map<String, ?> search(List<Asked> asked) {
        Map<String, Object> tenants = new LinkedHashMap<>();
        for (Asked one : asked) {
            Map<String, Object> kinds = new HashMap<>();
            generation.ifPresent(field -> {
                kinds.put("none", Map.of("missing", Map.of("field", field)));
                kinds.put("later", filter(above(field, one)));
                kinds.put(
                        "old",
                        filter(Map.of(
                                "bool",
                                Map.of(
                                        "filter",
                                        Map.of("exists", Map.of("field", field)),
                                        "must_not",
                                        above(field, one)))));
            });
            tenants.put(
                    one.number(),
                    Map.of("filter", Map.of("terms", Map.of(tenant, List.of(one.storedId()))), "aggs", kinds));
        }
        List<String> ids = asked.stream().map(Asked::storedId).distinct().toList();
        return Map.of(
                "size", 0, "track_total_hits", true, "query", Map.of("terms", Map.of(tenant, ids)), "aggs", tenants);
    }

    /** Never a number above the field's: of the greatest generation of all, nothing is above it. */
    private static Map<String, ?> above(String field, Asked one) {
        return Map.of("range", Map.of(field, Map.of("gt", one.subject().generation())));
    }

    private static Map<String, ?> filter(Map<String, ?> query) {
        return Map.of("filter", query);
    }

    /** Without values, for the evidence. */
    String shape() {
        return "POST %s/_search on each copy of each shard of each index, refreshed: terms %s, exact total%s"
                .formatted(
                        container,
                        tenant,
                        generation
                                .map(field -> "; %s missing, below and above by aggregation".formatted(field))
                                .orElse(""));
    }

    /** A question about one tenant, by the number that stands for it in the search. */
    record Asked(String number, Subject subject) {
        String storedId() {
            return subject.storedId();
        }
    }
}
