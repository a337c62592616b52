package io.expunge.store.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.Blindness;
import io.expunge.store.Sighting.Unknown;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which copies of which shards are asked, of a cluster of more nodes than the tests have. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SeenIndexTest {

    @Test
    void every_copy_that_serves_is_asked_once_the_primaries_first() {
        SeenIndex index = index(
                "open",
                copy(0, true, "STARTED", "b"),
                copy(0, false, "STARTED", "a"),
                copy(0, false, "RELOCATING", "c"),
                copy(1, true, "STARTED", "a"),
                copy(1, false, "INITIALIZING", "b"),
                copy(1, false, "UNASSIGNED", "c"));

        assertThat(index.obstacle()).isEmpty();
        assertThat(index.rounds())
                .containsExactly(
                        Map.of("a", Set.of(1), "b", Set.of(0)), Map.of("a", Set.of(0)), Map.of("c", Set.of(0)));
    }

    /** A copy that nobody holds hides nothing; a shard that nobody serves does, also where a replica is there. */
    @Test
    void a_missing_replica_is_no_obstacle_and_a_missing_primary_is_one() {
        assertThat(index("open", copy(0, true, "STARTED", "a"), copy(1, true, "STARTED", "a"))
                        .obstacle())
                .isEmpty();
        assertThat(index("open", copy(0, true, "STARTED", "a"), copy(1, false, "STARTED", "a"))
                        .obstacle())
                .contains(new Unknown(Blindness.INCOMPLETE, "SHARD_UNASSIGNED"));
        assertThat(index("open", copy(0, true, "STARTED", "a")).obstacle())
                .contains(new Unknown(Blindness.INCOMPLETE, "SHARD_UNASSIGNED"));
    }

    @Test
    void a_closed_index_is_an_obstacle() {
        assertThat(index("close", copy(0, true, "STARTED", "a"), copy(1, true, "STARTED", "a"))
                        .obstacle())
                .contains(new Unknown(Blindness.INCOMPLETE, "INDEX_CLOSED"));
    }

    @Test
    void copies_that_do_not_agree_show_what_any_of_them_shows() {
        assertThat(new Count(0, 0, 3).orMore(new Count(2, 1, 0))).isEqualTo(new Count(2, 1, 3));
        assertThat(new Count(1, 2, 3).plus(new Count(1, 1, 1))).isEqualTo(new Count(2, 3, 4));
    }

    private static SeenIndex index(String state, String... copies) {
        JsonNode metadata = json("""
                {"state": "%s", "settings": {"index": {"uuid": "u", "number_of_shards": "2"}}}""".formatted(state));
        return SeenIndex.of("tickets", metadata, json("{\"shards\": {\"all\": [" + String.join(",", copies) + "]}}"));
    }

    private static String copy(int shard, boolean primary, String state, String node) {
        return """
                {"shard": %d, "primary": %s, "state": "%s", "node": "%s"}""".formatted(shard, primary, state, node);
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
