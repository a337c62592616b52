package io.expunge.store.opensearch;

import static io.expunge.store.Pass.outcomeOfOnly;
import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static io.expunge.store.opensearch.SearchScopes.TICKETS;
import static io.expunge.store.opensearch.SearchScopes.TICKETS_INDEX;
import static io.expunge.store.opensearch.SearchScopes.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.OnReopen;
import io.expunge.catalog.Ownership.DocumentField;
import io.expunge.catalog.Ownership.KeyPattern;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome.Absent;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchEraserIT extends WithSearch {

    private final Scope tickets = SearchScopes.of(TICKETS);
    private final Scope whole =
            SearchScopes.of(new DocumentField("tickets", "tenant", Optional.empty()), FenceKind.LEASE);

    @Test
    void what_nobody_refreshed_is_erased() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 5);

        assertThat(raw.naiveCount("tickets", "acme")).isZero();
        assertThat(erase(tickets, 100).outcomes()).containsValue(new Deleted(5));
        assertThat(raw.documents("tickets")).isEmpty();
    }

    @Test
    void a_slice_goes_on_until_nothing_is_left_and_says_that_the_pass_is_over() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 25);

        SliceResult first = erase(tickets, 10);
        SliceResult second = erase(tickets, first.next().orElseThrow(), 100);

        assertThat(first.outcomes()).containsValue(new Deleted(10));
        assertThat(second.outcomes()).containsValue(new Deleted(15));
        assertThat(second.next()).isEmpty();
        assertThat(first.disturbed() || second.disturbed()).isFalse();
    }

    /** 50,000 of 60,000, with several slices of a query at once. */
    @Test
    void a_large_tenant_goes_in_few_slices_and_leaves_its_neighbour() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        for (int part = 0; part < 10; part++) {
            put("tickets", "acme", 1, 5_000);
            put("tickets", "acme2", 1, 1_000);
        }
        long deleted = 0;
        Optional<ResumePoint> from = Optional.of(ResumePoint.START);
        for (int slices = 0; from.isPresent() && slices < 10; slices++) {
            SliceResult result = eraser.erase(slice(tickets, from.get(), 100_000, Duration.ofMinutes(2)));
            deleted += outcomeOfOnly(result).deletedItems();
            from = result.next();
        }

        assertThat(from).isEmpty();
        assertThat(deleted).isEqualTo(50_000);
        assertThat(raw.documents("tickets")).hasSize(10_000);
    }

    /** Trap 27: somebody cancels the task; it says completed, and names no error. */
    @Test
    void a_cancelled_task_is_no_success() throws Exception {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        for (int part = 0; part < 4; part++) {
            put("tickets", "acme", 1, 10_000);
        }
        ExecutorService job = Executors.newSingleThreadExecutor();
        try {
            Future<Throwable> failure = job.submit(() -> catchThrowable(() -> erase(tickets, 40_000)));
            await().atMost(LIMIT).pollInterval(Duration.ofMillis(5)).until(() -> cancelled() > 0);

            // The second where it was still at its first search.
            assertThat(failure.get())
                    .isInstanceOf(StoreException.Contended.class)
                    .message()
                    .containsAnyOf("TASK_CANCELLED", "SEARCH_PHASE_EXECUTION");
        } finally {
            job.shutdown();
        }
        assertThat(erase(tickets, 100_000).next()).isEmpty();
        assertThat(raw.documents("tickets")).isEmpty();
    }

    private int cancelled() {
        return raw.call("POST", "/_tasks/_cancel?actions=indices:data/write/delete/byquery")
                .path("nodes")
                .size();
    }

    @Test
    void a_deadline_cancels_the_task_and_leaves_the_outcome_open() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        for (int part = 0; part < 4; part++) {
            put("tickets", "acme", 1, 10_000);
        }
        erase(tickets, 1);

        Throwable failure =
                catchThrowable(() -> eraser.erase(slice(tickets, ResumePoint.START, 39_000, Duration.ofMillis(300))));

        assertThat(failure).isInstanceOf(StoreException.Ambiguous.class);
        await().atMost(LIMIT)
                .until(() -> raw.call("GET", "/_tasks?actions=*byquery")
                        .path("nodes")
                        .isEmpty());
        assertThat(erase(tickets, 100_000).next()).isEmpty();
        assertThat(raw.documents("tickets")).isEmpty();
    }

    /** A task of a process that died: known by its name, waited for, and no conflict with it. */
    @Test
    void what_an_earlier_call_left_running_is_waited_for() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 500);
        raw.call("POST", "/tickets/_refresh");
        OpenSearchTasks tasks = new OpenSearchTasks(server);
        String left = tasks.deleteSlowly("tickets", "acme", EraserTasks.PREFIX + Digest.of(List.of("task of acme")));
        ExecutorService job = Executors.newSingleThreadExecutor();
        try {
            Future<SliceResult> result = job.submit(() -> erase(tickets, 1_000));
            await().during(Duration.ofMillis(500)).until(() -> !result.isDone());
            tasks.hurry(left);

            await().atMost(LIMIT).until(result::isDone);
            assertThat(result.get().outcomes()).containsValue(new Absent());
            assertThat(result.get().disturbed()).isFalse();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        } finally {
            job.shutdown();
        }
        assertThat(raw.documents("tickets")).isEmpty();
    }

    @Test
    void an_earlier_call_that_goes_on_past_the_deadline_is_cancelled_and_nothing_is_begun() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 500);
        raw.call("POST", "/tickets/_refresh");
        new OpenSearchTasks(server)
                .deleteSlowly("tickets", "acme", EraserTasks.PREFIX + Digest.of(List.of("task of acme")));

        Throwable failure =
                catchThrowable(() -> eraser.erase(slice(whole, ResumePoint.START, 10, Duration.ofMillis(400))));

        assertThat(failure).isInstanceOf(StoreException.Contended.class).hasMessageContaining("TASK_RUNNING");
        await().atMost(LIMIT)
                .until(() -> raw.call("GET", "/_tasks?actions=*byquery")
                        .path("nodes")
                        .isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "FIELD_UNMAPPED       | {}",
                "FIELD_TYPE           | {'properties': {'tenant': {'type': 'text'}, 'generation': {'type': 'integer'}}}",
                "FIELD_NORMALIZER     | {'properties': {'tenant': {'type': 'keyword', 'normalizer': 'lowercase'}, 'generation': {'type': 'integer'}}}",
                "FIELD_IGNORE_ABOVE   | {'properties': {'tenant': {'type': 'keyword', 'ignore_above': 3}, 'generation': {'type': 'integer'}}}",
                "FIELD_UNINDEXED      | {'properties': {'tenant': {'type': 'keyword', 'index': false}, 'generation': {'type': 'integer'}}}",
                "FIELD_UNINDEXED      | {'properties': {'tenant': {'type': 'keyword', 'doc_values': false}, 'generation': {'type': 'integer'}}}",
                "GENERATION_UNMAPPED  | {'properties': {'tenant': {'type': 'keyword'}}}",
                "GENERATION_TYPE      | {'properties': {'tenant': {'type': 'keyword'}, 'generation': {'type': 'text'}}}",
                "GENERATION_UNINDEXED | {'properties': {'tenant': {'type': 'keyword'}, 'generation': {'type': 'long', 'index': false}}}"
            })
    void a_mapping_that_hides_documents_is_refused(String code, String mapping) {
        raw.call("PUT", "/tickets", "{\"mappings\": " + mapping.replace('\'', '"') + "}");

        assertThat(erase(tickets, 10).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, code));
    }

    /** With a normalizer {@code ACME} and {@code acme} are one: a naive delete takes both. */
    @Test
    void a_normalizer_would_take_a_neighbour_along() {
        raw.call("PUT", "/tickets", """
                {"mappings": {"properties": {"tenant": {"type": "keyword", "normalizer": "lowercase"},
                                             "generation": {"type": "integer"}}}}""");
        put("tickets", "ACME", 1, 2);
        put("tickets", "acme", 1, 2);
        raw.call("POST", "/tickets/_refresh");

        assertThat(raw.naiveCount("tickets", "acme")).isEqualTo(4);
        erase(tickets, 10);
        assertThat(raw.documents("tickets")).hasSize(4);
    }

    @Test
    void an_id_as_long_as_the_limit_is_still_indexed() {
        raw.call("PUT", "/tickets", TICKETS_INDEX.replace("\"keyword\"", "\"keyword\", \"ignore_above\": 4"));
        put("tickets", "acme", 1, 2);

        assertThat(erase(tickets, 10).outcomes()).containsValue(new Deleted(2));
    }

    @Test
    void a_missing_index_is_refused_and_not_taken_for_erased() {
        assertThat(erase(tickets, 10).outcomes())
                .containsValue(new Refused(Refusal.MISSING_CONTAINER, "INDEX_NOT_FOUND"));
    }

    @Test
    void a_closed_index_is_refused() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        raw.call("POST", "/tickets/_close");

        assertThat(erase(tickets, 10).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "INDEX_CLOSED"));
        raw.call("POST", "/tickets/_open");
        assertThat(erase(tickets, 10).outcomes()).containsValue(new Deleted(2));
    }

    @Test
    void an_alias_that_filters_hides_nothing() {
        raw.call("PUT", "/tickets-1", TICKETS_INDEX);
        put("tickets-1", "acme", 1, 3);
        raw.call("POST", "/_aliases", """
                {"actions": [{"add": {"index": "tickets-1", "alias": "tickets", "filter": {"term": {"tenant": "x"}}}}]}""");

        assertThat(erase(tickets, 10).outcomes()).containsValue(new Deleted(3));
    }

    @Test
    void all_backing_indices_of_a_data_stream_are_erased_each_from_where_the_last_slice_was() {
        raw.call("PUT", "/_index_template/events", """
                {"index_patterns": ["tickets"], "data_stream": {}, "template": %s}""".formatted(TICKETS_INDEX));
        Map<String, ?> event = Map.of("@timestamp", "2026-01-01", "tenant", "acme", "generation", 1);
        putAll("tickets", event, 3);
        raw.call("POST", "/tickets/_rollover");
        putAll("tickets", event, 3);

        SliceResult first = erase(tickets, 4);
        SliceResult second = erase(tickets, first.next().orElseThrow(), 4);

        assertThat(first.outcomes()).containsValue(new Deleted(4));
        assertThat(second.outcomes()).containsValue(new Deleted(2));
        assertThat(second.next()).isEmpty();
        assertThat(second.disturbed()).isFalse();
    }

    @Test
    void an_index_that_came_meanwhile_makes_the_pass_start_over() {
        raw.call("PUT", "/tickets-2", TICKETS_INDEX);
        raw.call("POST", "/_aliases", """
                {"actions": [{"add": {"index": "tickets-2", "alias": "tickets"}}]}""");
        put("tickets-2", "acme", 1, 5);
        SliceResult first = erase(tickets, 2);
        raw.call("PUT", "/tickets-1", TICKETS_INDEX);
        raw.call("POST", "/_aliases", """
                {"actions": [{"add": {"index": "tickets-1", "alias": "tickets"}}]}""");
        put("tickets-1", "acme", 1, 5);

        SliceResult second = erase(tickets, first.next().orElseThrow(), 100);

        assertThat(second.disturbed()).isTrue();
        assertThat(second.next()).isEmpty();
        assertThat(second.outcomes()).containsValue(new Deleted(8));
    }

    /** I2: deleted for one, the document would be gone for the other. */
    @Test
    void a_document_of_two_tenants_or_of_two_generations_is_refused() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        putAll("tickets", Map.of("tenant", List.of("acme", "other"), "generation", 1), 1);

        assertThat(erase(tickets, 10).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "SHARED_DOCUMENT"));

        raw.call("DELETE", "/tickets");
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        putAll("tickets", Map.of("tenant", "acme", "generation", List.of(1, 2)), 1);
        assertThat(erase(tickets, 10).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "SHARED_DOCUMENT"));
        assertThat(raw.documents("tickets")).hasSize(1);
    }

    @Test
    void a_block_is_refused_and_not_lifted() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 3);
        for (String block : List.of("read_only", "write")) {
            block(block, true);

            assertThat(erase(tickets, 10).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "INDEX_BLOCK"));
            assertThat(raw.call("GET", "/tickets/_settings?flat_settings=true")
                            .path("tickets")
                            .path("settings")
                            .path("index.blocks." + block)
                            .asString())
                    .isEqualTo("true");
            block(block, false);
        }
        assertThat(raw.documents("tickets")).hasSize(3);
    }

    /** What the cluster itself forbids shows in the result of the task only. */
    @Test
    void a_block_of_the_whole_cluster_is_refused() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 3);
        raw.call("PUT", "/_cluster/settings", "{\"persistent\": {\"cluster.blocks.read_only\": true}}");

        assertThat(erase(tickets, 10).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "CLUSTER_BLOCK"));
        raw.call("PUT", "/_cluster/settings", "{\"persistent\": {\"cluster.blocks.read_only\": null}}");
        assertThat(raw.documents("tickets")).hasSize(3);
    }

    /** Tried naively, the call takes a minute before it says 429. */
    @Test
    void a_full_disk_throttles_at_once() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 3);
        block("read_only_allow_delete", true);
        long start = System.nanoTime();

        Throwable failure = catchThrowable(() -> erase(tickets, 10));

        assertThat(failure).isInstanceOf(StoreException.Throttled.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        block("read_only_allow_delete", false);
        assertThat(erase(tickets, 10).outcomes()).containsValue(new Deleted(3));
    }

    private void block(String name, boolean on) {
        raw.call("PUT", "/tickets/_settings", "{\"index.blocks.%s\": %s}".formatted(name, on ? "true" : "null"));
    }

    @Test
    void an_unassigned_shard_is_tried_again_later() {
        raw.call(
                "PUT",
                "/tickets?wait_for_active_shards=0",
                TICKETS_INDEX.replace("\"refresh", "\"routing.allocation.total_shards_per_node\": 1, \"refresh"));

        assertThat(catchThrowable(() -> erase(tickets, 10)))
                .isInstanceOf(StoreException.Contended.class)
                .hasMessageContaining("SHARD_UNASSIGNED");
    }

    @Test
    void whole_tenants_go_by_a_lease_and_only_where_reopening_stops() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        putAll("tickets", Map.of("tenant", "acme"), 2);
        Scope unfenced = SearchScopes.of(new DocumentField("tickets", "tenant", Optional.empty()), FenceKind.PREDICATE);
        Slice older = new Slice(whole, List.of(target("acme", 1)), ResumePoint.START, 10, LIMIT, OnReopen.ERASE_OLDER);

        assertThat(erase(unfenced, 10).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "NO_GENERATION"));
        assertThat(eraser.erase(older).outcomes()).containsValue(new Refused(Refusal.CONFIGURATION, "NO_GENERATION"));
        assertThat(raw.documents("tickets")).hasSize(4);
        assertThat(erase(whole, 10).outcomes()).containsValue(new Deleted(4));
    }

    @Test
    void I2_whole_tenants_stay_when_the_fence_is_broken_right_before_the_deletion() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        Slice broken = new Slice(
                whole,
                List.of(target("acme", 1)),
                ResumePoint.START,
                10,
                LIMIT,
                OnReopen.STOP,
                target -> Optional.of(new Fenced(Optional.of(2))));

        assertThat(eraser.erase(broken).outcomes()).containsValue(new Fenced(Optional.of(2)));
        assertThat(raw.documents("tickets")).hasSize(2);
    }

    @Test
    void another_cluster_than_the_pinned_one_is_left_alone() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        StoreDeclaration pinned = new StoreDeclaration("search", SEARCH.type(), Optional.of("another"));

        try (Eraser strict = connector.eraser(pinned, access)) {
            assertThat(strict.erase(slice(tickets, ResumePoint.START, 10, LIMIT))
                            .outcomes())
                    .containsValue(new Refused(Refusal.OTHER_STORE, "IDENTITY"));
        }
        assertThat(raw.documents("tickets")).hasSize(2);
    }

    @Test
    void what_is_no_index_is_refused() {
        assertThat(erase(SearchScopes.of(new KeyPattern("t:{tenant}:*")), 10).outcomes())
                .containsValue(new Refused(Refusal.CONFIGURATION, "FIELD"));
    }
}
