package io.expunge.store.opensearch;

import io.expunge.catalog.Ownership.DocumentField;
import io.expunge.catalog.Resource;
import io.expunge.store.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the eraser finds a tenant's documents of a resource.
 *
 * @param index as catalogued: an index, an alias or a data stream
 */
record OwnedDocuments(String index, String field, Optional<String> generationField) {

    static Optional<OwnedDocuments> of(Resource resource) {
        return resource.ownedBy() instanceof DocumentField documents
                ? Optional.of(new OwnedDocuments(documents.index(), documents.field(), documents.generationField()))
                : Optional.empty();
    }

    /** The fence is the query's own: what is of a later generation, or of none, is never found. */
    Map<String, ?> query(Subject subject) {
        List<Map<String, ?>> filter = new ArrayList<>();
        filter.add(Map.of("term", Map.of(field, Map.of("value", subject.storedId()))));
        generationField.ifPresent(generation ->
                filter.add(Map.of("range", Map.of(generation, Map.of("lte", subject.generation())))));
        return Map.of("bool", Map.of("filter", filter));
    }
}
