package io.expunge.store.opensearch;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Whether each shard of an index is served by its primary. */
final class ActiveShards {

    private ActiveShards() {}

    /**
     * Refuses to wait: a refresh of a shard that nobody serves takes a minute, and then says nothing of it (measured).
     *
     * @param index exists
     */
    static void require(SearchLink link, String index, Deadline deadline, Duration most) {
        JsonNode health = link.ask(
                Call.get("_cluster", "health", index)
                        .with("level", "indices")
                        .with("expand_wildcards", "all")
                        .with("timeout", "1s"),
                deadline,
                most);
        boolean all = health.path("indices").values().stream()
                .allMatch(each -> each.path("active_primary_shards").asInt(-1)
                        == each.path("number_of_shards").asInt(0));
        if (!all || health.path("indices").isEmpty()) {
            throw new SearchFault(FaultKind.CONTENDED, "SHARD_UNASSIGNED");
        }
    }
}
