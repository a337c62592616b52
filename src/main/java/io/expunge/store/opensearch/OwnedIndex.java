package io.expunge.store.opensearch;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One concrete index in which a resource's documents lie, as {@code GET /name} describes it. What goes by an alias's filter
 * or routing would leave documents out, so only this name is used for deleting.
 */
record OwnedIndex(String name, String uuid, int primaries, JsonNode mappings, JsonNode settings) {

    /** As long as the id that a keyword field leaves unindexed if it is told of no other limit: none. */
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private static final Set<String> WHOLE_NUMBERS = Set.of("byte", "short", "integer", "long", "unsigned_long");
    private static final List<String> BLOCKS = List.of("index.blocks.read_only", "index.blocks.write");
    /** Goes when the index is opened again. */
    private static final String CLOSED = "index.verified_before_close";

    private static final String DISK_BLOCK = "index.blocks.read_only_allow_delete";

    static Call question(String index) {
        return Call.get(index)
                .with("flat_settings", true)
                .with("expand_wildcards", "all")
                .with("ignore_unavailable", false)
                .with("allow_no_indices", false);
    }

    /** In the order of their names, so that a pass can go on where it was. */
    static List<OwnedIndex> of(JsonNode answer) {
        List<OwnedIndex> indices = answer.properties().stream()
                .map(each -> of(each.getKey(), each.getValue()))
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
        if (indices.isEmpty()) {
            throw new SearchFault(FaultKind.MISSING, "NO_INDEX");
        }
        return indices;
    }

    private static OwnedIndex of(String name, JsonNode said) {
        JsonNode settings = said.path("settings");
        String uuid = settings.path("index.uuid").asString("");
        int primaries = settings.path("index.number_of_shards").asInt(0);
        if (uuid.isEmpty() || primaries < 1) {
            throw new SearchFault(FaultKind.CONFIGURATION, "INDEX_SETTINGS");
        }
        return new OwnedIndex(name, uuid, primaries, said.path("mappings"), settings);
    }

    /**
     * Refuses an index in which the query would miss documents, or from which nothing may be deleted now.
     *
     * @param storedId its length is what a limit on the field's values is compared with
     */
    void requireErasable(OwnedDocuments documents, String storedId) {
        require(!isOn(CLOSED), "INDEX_CLOSED");
        requireTenant(field(documents.field()), storedId);
        documents.generationField().ifPresent(generation -> requireGeneration(field(generation)));
        if (BLOCKS.stream().anyMatch(block -> isOn(block))) {
            throw new SearchFault(FaultKind.CONFIGURATION, "INDEX_BLOCK");
        }
        if (isOn(DISK_BLOCK)) {
            // Tried all the same, one call takes a minute: each document's refusal is retried within (measured).
            throw new SearchFault(FaultKind.THROTTLED, "DISK_BLOCK");
        }
    }

    private static void requireTenant(JsonNode field, String storedId) {
        require(!field.isMissingNode(), "FIELD_UNMAPPED");
        require(field.path("type").asString("").equals("keyword"), "FIELD_TYPE");
        require(field.path("normalizer").isMissingNode(), "FIELD_NORMALIZER");
        require(isSearchable(field), "FIELD_UNINDEXED");
        require(field.path("ignore_above").asInt(NO_LIMIT) >= storedId.length(), "FIELD_IGNORE_ABOVE");
    }

    private static void requireGeneration(JsonNode field) {
        require(!field.isMissingNode(), "GENERATION_UNMAPPED");
        require(WHOLE_NUMBERS.contains(field.path("type").asString("")), "GENERATION_TYPE");
        require(isSearchable(field), "GENERATION_UNINDEXED");
    }

    private static boolean isSearchable(JsonNode field) {
        return Stream.of("index", "doc_values")
                .allMatch(each -> field.path(each).asBoolean(true));
    }

    private static void require(boolean holds, String code) {
        if (!holds) {
            throw new SearchFault(FaultKind.CONFIGURATION, code);
        }
    }

    /** Down the objects that a dotted name goes through; not into nested ones, whose fields a query doesn't see. */
    private JsonNode field(String path) {
        JsonNode at = mappings;
        for (String step : path.split("\\.", -1)) {
            at = at.path("type").asString("object").equals("nested")
                    ? at.path("nested")
                    : at.path("properties").path(step);
        }
        return at;
    }

    private boolean isOn(String block) {
        return Optional.of(settings.path(block).asString(""))
                .filter("true"::equals)
                .isPresent();
    }
}
