package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static io.expunge.store.opensearch.SearchScopes.TICKETS;
import static io.expunge.store.opensearch.SearchScopes.TICKETS_INDEX;
import static io.expunge.store.opensearch.SearchScopes.subject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.DocumentField;
import io.expunge.catalog.Ownership.KeyPattern;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Blindness;
import io.expunge.store.Position;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search answers that has not seen everything, and what the probe says then. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchProbeIT extends WithSearch {

    private final Scope tickets = SearchScopes.of(TICKETS);

    @Test
    void each_kind_of_document_is_counted_apart_for_every_tenant_in_one_look() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 3);
        put("tickets", "acme", 2, 4);
        putAll("tickets", Map.of("tenant", "acme"), 2);
        put("tickets", "acme2", 3, 5);
        Subject first = subject("acme", 1);
        Subject second = subject("acme", 2);
        Subject reopened = subject("acme2", 2);

        Map<Subject, Sighting> sightings =
                probe.look(tickets, List.of(Question.about(first), Question.about(second), Question.about(reopened)));

        assertThat(counts(sightings.get(first))).containsExactly(3L, 2L, 4L);
        assertThat(counts(sightings.get(second))).containsExactly(7L, 2L, 0L);
        assertThat(counts(sightings.get(reopened))).containsExactly(0L, 0L, 5L);
    }

    @Test
    void more_tenants_than_one_search_holds_are_counted_each() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        IntStream.range(0, 230).forEach(tenant -> put("tickets", "t" + tenant, 1, 1 + tenant % 3));
        List<Question> questions = IntStream.range(0, 230)
                .mapToObj(tenant -> Question.about(subject("t" + tenant, 1)))
                .toList();

        Map<Subject, Sighting> sightings = probe.look(tickets, questions);

        IntStream.range(0, 230)
                .forEach(tenant -> assertThat(counts(sightings.get(subject("t" + tenant, 1))))
                        .containsExactly(1L + tenant % 3, 0L, 0L));
    }

    /** Trap 43: a range on a field that isn't there finds nothing. */
    @Test
    void a_document_without_a_generation_is_seen_though_no_range_finds_it() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 1);
        put("tickets", "acme", 2, 1);
        putAll("tickets", Map.of("tenant", "acme"), 1);
        raw.call("POST", "/tickets/_refresh");
        long naive = raw.call("POST", "/tickets/_count", """
                        {"query": {"bool": {"filter": [{"term": {"tenant": "acme"}}, {"range": {"generation": {"lte": 1}}}]}}}""").path("count").asLong();

        assertThat(naive).isEqualTo(1);
        assertThat(counts(look(tickets))).containsExactly(1L, 1L, 1L);
    }

    /** Trap 23. */
    @Test
    void what_nobody_refreshed_is_seen() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 5);

        assertThat(raw.naiveCount("tickets", "acme")).isZero();
        assertThat(counts(look(tickets))).containsExactly(5L, 0L, 0L);
    }

    /** Trap 24: of two shards one has no node; the answer to a plain search says 200, failed 0. */
    @Test
    void an_unassigned_shard_is_unknown() {
        raw.call(
                "PUT",
                "/tickets?wait_for_active_shards=0",
                TICKETS_INDEX.replace("\"refresh", "\"routing.allocation.total_shards_per_node\": 1, \"refresh"));
        await().atMost(LIMIT)
                .until(() -> raw.call("GET", "/_cluster/health/tickets")
                                .path("active_shards")
                                .asInt()
                        == 1);
        int failed = raw.call("POST", "/tickets/_search", "{}")
                .path("_shards")
                .path("failed")
                .asInt();

        assertThat(failed).isZero();
        assertThat(raw.naiveCount("tickets", "acme")).isZero();
        assertThat(look(tickets)).isEqualTo(new Unknown(Blindness.INCOMPLETE, "SHARD_UNASSIGNED"));
    }

    /** Trap 25, and the same for the generation: the mapping decides what a search can find. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FIELD_UNMAPPED       | {'dynamic': false}",
                "FIELD_TYPE           | {}",
                "FIELD_TYPE           | {'properties': {'tenant': {'type': 'text', 'fields': {'keyword': {'type': 'keyword'}}}}}",
                "FIELD_IGNORE_ABOVE   | {'properties': {'tenant': {'type': 'keyword', 'ignore_above': 3}}}",
                "FIELD_NORMALIZER     | {'properties': {'tenant': {'type': 'keyword', 'normalizer': 'lowercase'}}}",
                "FIELD_UNINDEXED      | {'properties': {'tenant': {'type': 'keyword', 'index': false}}}",
                "FIELD_UNINDEXED      | {'properties': {'tenant': {'type': 'keyword', 'doc_values': false}}}",
                "GENERATION_UNMAPPED  | {'dynamic': false, 'properties': {'tenant': {'type': 'keyword'}}}",
                "GENERATION_TYPE      | {'properties': {'tenant': {'type': 'keyword'}, 'generation': {'type': 'keyword'}}}",
                "GENERATION_TYPE      | {'properties': {'tenant': {'type': 'keyword'}, 'generation': {'type': 'float'}}}",
                "GENERATION_UNINDEXED | {'properties': {'tenant': {'type': 'keyword'}, 'generation': {'type': 'long', 'index': false}}}"
            })
    void a_mapping_that_hides_documents_blinds(String code, String mapping) {
        raw.call("PUT", "/tickets", "{\"mappings\": " + mapping.replace('\'', '"') + "}");
        put("tickets", "Acme Corporation", 1, 3);

        Sighting sighting = look(tickets, Question.about(subject("Acme Corporation", 1)));

        assertThat(sighting).isEqualTo(new Unknown(Blindness.BLIND, code));
    }

    @Test
    void dynamic_mapping_makes_a_search_for_the_id_find_nothing() {
        put("tickets", "Acme Corporation", 1, 3);
        raw.call("POST", "/tickets/_refresh");

        assertThat(raw.naiveCount("tickets", "Acme Corporation")).isZero();
        assertThat(look(tickets)).isEqualTo(new Unknown(Blindness.BLIND, "FIELD_TYPE"));
    }

    @Test
    void a_field_within_objects_is_found_and_one_in_nested_documents_is_not_believed() {
        raw.call("PUT", "/tickets", """
                {"mappings": {"properties": {"owner": {"properties": {
                    "tenant": {"type": "keyword"}, "generation": {"type": "integer"}}}}}}""");
        raw.call("PUT", "/nested", """
                {"mappings": {"properties": {"owner": {"type": "nested", "properties": {
                    "tenant": {"type": "keyword"}, "generation": {"type": "integer"}}}}}}""");
        putAll("tickets", Map.of("owner", Map.of("tenant", "acme", "generation", 1)), 2);
        putAll("nested", Map.of("owner", Map.of("tenant", "acme", "generation", 1)), 2);

        assertThat(counts(look(SearchScopes.of(
                        new DocumentField("tickets", "owner.tenant", Optional.of("owner.generation"))))))
                .containsExactly(2L, 0L, 0L);
        assertThat(look(SearchScopes.of(new DocumentField("nested", "owner.tenant", Optional.of("owner.generation")))))
                .isEqualTo(new Unknown(Blindness.BLIND, "FIELD_UNMAPPED"));
    }

    /** Trap 26: one index behind an alias is closed; a search by the wildcard leaves it out. */
    @Test
    void a_closed_index_behind_an_alias_is_unknown() {
        raw.call("PUT", "/tickets-1", TICKETS_INDEX);
        raw.call("PUT", "/tickets-2", TICKETS_INDEX);
        put("tickets-1", "acme", 1, 3);
        alias("tickets-1", "tickets", "");
        alias("tickets-2", "tickets", "");
        raw.call("POST", "/tickets-1/_close");

        assertThat(raw.naiveCount("tickets-*", "acme")).isZero();
        assertThat(look(tickets)).isEqualTo(new Unknown(Blindness.INCOMPLETE, "INDEX_CLOSED"));
    }

    @Test
    void an_alias_that_filters_hides_nothing() {
        raw.call("PUT", "/tickets-1", TICKETS_INDEX);
        put("tickets-1", "acme", 1, 3);
        alias("tickets-1", "tickets", ", \"filter\": {\"term\": {\"tenant\": \"other\"}}");
        raw.call("POST", "/tickets-1/_refresh");

        assertThat(raw.naiveCount("tickets", "acme")).isZero();
        assertThat(counts(look(tickets))).containsExactly(3L, 0L, 0L);
    }

    @Test
    void a_hidden_index_behind_an_alias_is_seen() {
        raw.call(
                "PUT",
                "/tickets-1",
                TICKETS_INDEX.replace("\"refresh_interval\"", "\"hidden\": true, \"refresh_interval\""));
        put("tickets-1", "acme", 1, 3);
        alias("tickets-1", "tickets", "");
        raw.call("POST", "/tickets-1/_refresh");

        assertThat(raw.naiveCount("tickets-*", "acme")).isZero();
        assertThat(counts(look(tickets))).containsExactly(3L, 0L, 0L);
    }

    @Test
    void a_missing_index_is_not_empty() {
        raw.call("PUT", "/tickets-old", TICKETS_INDEX);

        assertThat(raw.call("POST", "/tickets/_search?ignore_unavailable=true", "{}")
                        .path("hits")
                        .path("total")
                        .path("value")
                        .asInt())
                .isZero();
        assertThat(look(tickets)).isEqualTo(new Unknown(Blindness.MISSING_CONTAINER, "INDEX_NOT_FOUND"));
    }

    @Test
    void every_backing_index_of_a_data_stream_is_counted() {
        raw.call("PUT", "/_index_template/events", """
                {"index_patterns": ["tickets"], "data_stream": {}, "template": %s}""".formatted(TICKETS_INDEX));
        Map<String, ?> event = Map.of("@timestamp", "2026-01-01", "tenant", "acme", "generation", 1);
        putAll("tickets", event, 2);
        raw.call("POST", "/tickets/_rollover");
        putAll("tickets", event, 3);

        assertThat(counts(look(tickets))).containsExactly(5L, 0L, 0L);
    }

    /** Trap 30: what is deleted still stands in the segments, and what lives under a later generation is no residue. */
    @Test
    void deleted_documents_and_later_ones_are_no_residue() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 20);
        put("tickets", "acme", 2, 3);
        raw.call("POST", "/tickets/_flush");
        erase(tickets, 100);
        String stillInSegments = raw.call("GET", "/_cat/indices/tickets?format=json&h=docs.deleted")
                .path(0)
                .path("docs.deleted")
                .asString();

        assertThat(stillInSegments).isNotEqualTo("0");
        assertThat(counts(look(tickets))).containsExactly(0L, 0L, 3L);
    }

    /** Trap 30, the other way: a cached answer is older than what was written since. */
    @Test
    void a_document_that_came_back_is_seen_at_once() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        erase(tickets, 100);
        assertThat(counts(look(tickets))).containsExactly(0L, 0L, 0L);

        put("tickets", "acme", 1, 1);

        assertThat(counts(look(tickets))).containsExactly(1L, 0L, 0L);
    }

    @Test
    void more_than_ten_thousand_are_counted_exactly() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 12_000);
        raw.call("POST", "/tickets/_refresh");

        assertThat(raw.naiveCount("tickets", "acme")).isEqualTo(10_000);
        assertThat(counts(look(tickets))).containsExactly(12_000L, 0L, 0L);
    }

    @Test
    void a_copying_that_runs_into_or_out_of_the_index_is_in_flight() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "other", 1, 500);
        raw.call("POST", "/tickets/_refresh");
        String out = startReindex("tickets", "copy");
        assertThat(look(tickets)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "TASK"));
        finish(out);

        String into = startReindex("copy", "tickets");
        assertThat(look(tickets)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "TASK"));
        finish(into);

        String elsewhere = startReindex("copy", "copy-2");
        assertThat(look(tickets)).isInstanceOf(Seen.class);
        finish(elsewhere);
    }

    @Test
    void another_cluster_than_the_pinned_one_is_not_believed() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        StoreDeclaration pinned = new StoreDeclaration("search", SEARCH.type(), Optional.of("another"));

        try (Probe strict = connector.probe(pinned, access)) {
            assertThat(strict.look(tickets, List.of(Question.about(subject("acme", 1)))))
                    .containsValue(new Unknown(Blindness.OTHER_STORE, "IDENTITY"));
        }
    }

    @Test
    void positions_are_of_one_cluster_and_never_ahead() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        Position now = eraser.position();
        ClusterPoint point = ClusterPoint.of(now).orElseThrow();
        Position ahead = new ClusterPoint(point.cluster(), point.version() + 100).position();
        Position elsewhere = new ClusterPoint("another", point.version()).position();
        Subject acme = subject("acme", 1);

        assertThat(look(tickets, new Question(acme, now, now))).isInstanceOf(Seen.class);
        assertThat(look(tickets, new Question(acme, now, ahead)))
                .isEqualTo(new Unknown(Blindness.STALE, "STATE_VERSION"));
        assertThat(look(tickets, new Question(acme, now, elsewhere)))
                .isEqualTo(new Unknown(Blindness.OTHER_STORE, "POSITION"));
        assertThat(look(tickets, new Question(acme, elsewhere, now)))
                .isEqualTo(new Unknown(Blindness.OTHER_STORE, "POSITION"));
    }

    /** The gate reads counts; whoever reads the evidence sees that it was another index. */
    @Test
    void an_index_that_was_made_anew_shows_in_the_position() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        Position before = ((Seen) look(tickets)).position();
        assertThat(((Seen) look(tickets)).position()).isEqualTo(before);

        raw.call("DELETE", "/tickets");
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        Position after = ((Seen) look(tickets)).position();

        assertThat(digest(after)).isNotEqualTo(digest(before));
        assertThat(ClusterPoint.of(after).orElseThrow().cluster())
                .isEqualTo(ClusterPoint.of(before).orElseThrow().cluster());
    }

    @Test
    void where_documents_bear_no_generation_all_of_the_tenant_is_without_one() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        Scope whole = SearchScopes.of(new DocumentField("tickets", "tenant", Optional.empty()), FenceKind.LEASE);

        assertThat(counts(look(whole))).containsExactly(0L, 2L, 0L);
    }

    @Test
    void what_is_no_index_blinds() {
        Scope keys = SearchScopes.of(new KeyPattern("t:{tenant}:*"));

        assertThat(look(keys)).isEqualTo(new Unknown(Blindness.BLIND, "FIELD"));
        assertThat(probe.shape(keys)).isEqualTo("none: no field");
    }

    private void alias(String index, String alias, String more) {
        raw.call("POST", "/_aliases", """
                {"actions": [{"add": {"index": "%s", "alias": "%s"%s}}]}""".formatted(index, alias, more));
    }

    /** So slow that it is seen. */
    private String startReindex(String from, String to) {
        return raw.call("POST", "/_reindex?wait_for_completion=false&requests_per_second=1", """
                        {"conflicts": "proceed", "source": {"index": "%s", "size": 10}, "dest": {"index": "%s"}}""".formatted(from, to))
                .path("task")
                .asString();
    }

    private void finish(String task) {
        raw.call("POST", "/_reindex/" + task + "/_rethrottle?requests_per_second=-1");
        await().atMost(LIMIT)
                .until(() ->
                        raw.call("GET", "/_tasks/" + task).path("completed").asBoolean());
    }

    private static String digest(Position position) {
        return position.value().substring(position.value().lastIndexOf(':'));
    }
}
