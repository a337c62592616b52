package io.expunge.store.opensearch;

import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** One slice's stretch of a pass over a resource's indices. Lives for one call, in one thread. */
final class ErasingPass {

    private final DeleteByQuery task;
    private final OwnedDocuments documents;
    private final Subject subject;
    private final Deadline noFurther;
    private final Supplier<Optional<Fenced>> fence;
    private Optional<Fenced> fenced = Optional.empty();
    private long deleted;
    private boolean disturbed;

    /** @param fence asked right before each deletion */
    ErasingPass(
            DeleteByQuery task,
            OwnedDocuments documents,
            Subject subject,
            Deadline noFurther,
            Supplier<Optional<Fenced>> fence) {
        this.task = task;
        this.documents = documents;
        this.subject = subject;
        this.noFurther = noFurther;
        this.fence = fence;
    }

    /**
     * Erases from this index on until the room is used up, the time is, or nothing is left.
     *
     * @return the index to go on with; empty at the end
     */
    Optional<Integer> walk(List<OwnedIndex> indices, int from, int room) {
        for (int at = from; at < indices.size(); at++) {
            try {
                if (!erase(indices.get(at), room)) {
                    return Optional.of(at);
                }
            } catch (SearchFault fault) {
                if (deleted == 0) {
                    throw fault;
                }
                // What was acknowledged is kept; the next slice meets what is in the way.
                disturbed = true;
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /** @return whether nothing is left in the index */
    private boolean erase(OwnedIndex index, int room) {
        while (true) {
            int left = (int) (room - deleted);
            if (left <= 0 || noFurther.over()) {
                return false;
            }
            refresh(index);
            requireNobodyElses(index);
            fenced = fence.get();
            if (fenced.isPresent()) {
                return false;
            }
            Deletion deletion = task.run(index, documents.query(subject), left);
            if (deletion.foundNothing()) {
                return true;
            }
            deleted += deletion.deleted();
            disturbed |= deletion.isDisturbed();
            if (deletion.deleted() == 0) {
                // Found and all written again meanwhile: not to be asked for once more at once.
                throw new SearchFault(FaultKind.CONTENDED, "VERSION_CONFLICT");
            }
        }
    }

    /** What is indexed and not refreshed is invisible to a query (a refresh interval of -1: for ever). */
    private void refresh(OwnedIndex index) {
        JsonNode shards = task.link()
                .ask(Call.post(index.name(), "_refresh"), task.deadline(), DeleteByQuery.QUESTION)
                .path("_shards");
        if (shards.path("failed").asInt(-1) != 0 || shards.path("successful").asInt(-1) < index.primaries()) {
            throw new SearchFault(FaultKind.CONTENDED, "REFRESH");
        }
    }

    /**
     * A document may list two tenants, or a closed and a living generation; deleting it would take it from the other one
     * (I2). More values than documents give such away.
     */
    private void requireNobodyElses(OwnedIndex index) {
        List<String> fields = Stream.concat(Stream.of(documents.field()), documents.generationField().stream())
                .toList();
        Map<String, Object> values = new HashMap<>();
        fields.forEach(field -> values.put(field, Map.of("value_count", Map.of("field", field))));
        Call call = Call.post(index.name(), "_search")
                .with("allow_partial_search_results", false)
                .with("request_cache", false)
                .saying(Map.of("size", 0, "track_total_hits", true, "query", documents.query(subject), "aggs", values));
        JsonNode answer = task.link().ask(call, task.deadline(), DeleteByQuery.QUESTION);
        long found = answer.path("hits").path("total").path("value").asLong(-1);
        for (String field : fields) {
            if (answer.path("aggregations").path(field).path("value").asLong(-1) != found) {
                throw new SearchFault(FaultKind.CONFIGURATION, "SHARED_DOCUMENT");
            }
        }
    }

    SliceOutcome outcome() {
        if (fenced.isPresent()) {
            return fenced.get();
        }
        return deleted > 0 ? new SliceOutcome.Deleted(deleted) : new SliceOutcome.Absent();
    }

    boolean disturbed() {
        return disturbed;
    }
}
