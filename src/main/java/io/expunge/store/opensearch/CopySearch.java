package io.expunge.store.opensearch;

import io.expunge.store.opensearch.FieldWitness.Asked;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Counts on every copy of every shard of an index, and believes no answer that doesn't cover what it was asked for. Replicas
 * refresh on their own, so that one copy's zero says nothing of the others.
 */
record CopySearch(SearchLink link, FieldWitness witness, Deadline deadline) {

    private static final Duration SEARCH = Duration.ofMinutes(1);

    /** By the number of the question. */
    Map<String, Count> count(SeenIndex index, List<Asked> asked) {
        Map<String, Count> counts = new HashMap<>();
        for (Map<String, Set<Integer>> round : index.rounds()) {
            Map<String, Count> ofRound = new HashMap<>();
            round.forEach((node, shards) -> count(index, node, shards, asked)
                    .forEach((number, count) -> ofRound.merge(number, count, Count::plus)));
            ofRound.forEach((number, count) -> counts.merge(number, count, Count::orMore));
        }
        return counts;
    }

    private Map<String, Count> count(SeenIndex index, String node, Set<Integer> shards, List<Asked> asked) {
        String which = shards.stream().map(String::valueOf).collect(Collectors.joining(","));
        Call call = Call.post(index.name(), "_search")
                .with("preference", "_shards:" + which + "|_only_nodes:" + node)
                .with("allow_partial_search_results", false)
                .with("ignore_unavailable", false)
                .with("allow_no_indices", false)
                .with("request_cache", false)
                .saying(witness.search(asked));
        JsonNode answer = link.ask(call, deadline, SEARCH);
        requireWhole(answer, shards.size());
        Map<String, Count> counts = new HashMap<>();
        long documents = 0;
        for (Asked one : asked) {
            JsonNode found = answer.path("aggregations").path(one.number());
            counts.put(one.number(), count(found));
            documents += number(found.path("doc_count"));
        }
        if (documents < number(answer.path("hits").path("total").path("value"))) {
            throw incomplete("COUNTS");
        }
        return counts;
    }

    private Count count(JsonNode found) {
        long all = number(found.path("doc_count"));
        if (witness.generation().isEmpty()) {
            return new Count(0, all, 0);
        }
        Count count = new Count(
                number(found.path("old").path("doc_count")),
                number(found.path("none").path("doc_count")),
                number(found.path("later").path("doc_count")));
        if (count.old() + count.without() + count.later() < all) {
            throw incomplete("COUNTS");
        }
        return count;
    }

    /** A shard that is missing counts as neither successful nor failed: {@code failed: 0} alone says nothing. */
    private static void requireWhole(JsonNode answer, int expected) {
        JsonNode shards = answer.path("_shards");
        long total = number(shards.path("total"));
        long successful = number(shards.path("successful"));
        long skipped = shards.path("skipped").asLong(0);
        boolean all = successful == total || successful + skipped == total;
        if (total != expected || !all || number(shards.path("failed")) != 0) {
            throw incomplete("SHARDS");
        }
        if (answer.path("timed_out").asBoolean(true)) {
            throw incomplete("TIMED_OUT");
        }
        if (answer.path("terminated_early").asBoolean(false)) {
            throw incomplete("TERMINATED_EARLY");
        }
        if (!answer.path("hits").path("total").path("relation").asString("").equals("eq")) {
            throw incomplete("RELATION");
        }
    }

    private static long number(JsonNode number) {
        if (!number.isIntegralNumber()) {
            throw incomplete("COUNTS");
        }
        return number.longValue();
    }

    private static SearchFault incomplete(String code) {
        return new SearchFault(FaultKind.CONTENDED, code);
    }
}
