package io.expunge.store.opensearch;

import static io.expunge.store.opensearch.SearchScopes.SEARCH;
import static io.expunge.store.opensearch.SearchScopes.TICKETS;
import static io.expunge.store.opensearch.SearchScopes.TICKETS_INDEX;
import static io.expunge.store.opensearch.SearchScopes.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.Ownership.DocumentField;
import io.expunge.catalog.Ownership.KeyPattern;
import io.expunge.store.StoreException;
import io.expunge.store.Surveyor;
import io.expunge.store.Uncatalogued;
import io.expunge.store.opensearch.SearchProxy.Reply;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenSearchSurveyorIT extends WithSearch {

    private static final Catalog CATALOG = SearchScopes.of(TICKETS).catalog();

    private final Surveyor surveyor = connector.surveyor(SEARCH, access);

    @AfterEach
    void close() {
        surveyor.close();
    }

    @Test
    void a_cluster_is_known_by_its_uuid() {
        assertThat(surveyor.identity())
                .isEqualTo(raw.call("GET", "/").path("cluster_uuid").asString());
    }

    @Test
    void the_baseline_holds_what_bears_no_generation_and_nothing_later() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 3);
        put("tickets", "acme", 2, 4);
        putAll("tickets", Map.of("tenant", "acme"), 2);
        put("tickets", "acme2", 1, 5);

        assertThat(surveyor.count(
                        SearchScopes.of(TICKETS), List.of(target("acme", 1), target("acme2", 1), target("none", 1))))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("task of acme", 5L, "task of acme2", 5L, "task of none", 0L));
        assertThat(surveyor.count(
                        SearchScopes.of(new DocumentField("tickets", "tenant", Optional.empty()), FenceKind.LEASE),
                        List.of(target("acme", 1))))
                .containsValue(9L);
    }

    @Test
    void what_cannot_be_counted_is_no_zero() {
        assertThat(catchThrowable(() -> surveyor.count(SearchScopes.of(TICKETS), List.of(target("acme", 1)))))
                .isInstanceOf(StoreException.Refused.class)
                .hasMessageContaining("INDEX_NOT_FOUND");
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        raw.call("POST", "/tickets/_close");
        assertThat(catchThrowable(() -> surveyor.count(SearchScopes.of(TICKETS), List.of(target("acme", 1)))))
                .isInstanceOf(StoreException.Contended.class)
                .hasMessageContaining("INDEX_CLOSED");
        assertThat(catchThrowable(() ->
                        surveyor.count(SearchScopes.of(new KeyPattern("t:{tenant}:*")), List.of(target("acme", 1)))))
                .isInstanceOf(StoreException.Refused.class);
    }

    @Test
    void what_the_catalog_names_and_what_bears_no_tenant_is_no_drift() {
        raw.call("PUT", "/tickets-1", TICKETS_INDEX);
        raw.call("POST", "/_aliases", """
                {"actions": [{"add": {"index": "tickets-1", "alias": "tickets"}}]}""");
        put("tickets", "acme", 1, 2);
        raw.call("PUT", "/settings", "{\"mappings\": {\"properties\": {\"name\": {\"type\": \"keyword\"}}}}");
        raw.call("PUT", "/.tasks-of-somebody", "{\"settings\": {\"hidden\": true}}");

        assertThat(surveyor.drift(CATALOG)).isEmpty();
    }

    @Test
    void a_data_stream_that_the_catalog_names_is_no_drift() {
        raw.call("PUT", "/_index_template/events", """
                {"index_patterns": ["tickets"], "data_stream": {}, "template": %s}""".formatted(TICKETS_INDEX));
        raw.call("PUT", "/_data_stream/tickets");
        raw.call("POST", "/tickets/_rollover");

        assertThat(surveyor.drift(CATALOG)).isEmpty();
    }

    /** Trap 29: a copy made by reindexing is another name, and a search of the old one shows nothing of it. */
    @Test
    void a_copy_under_another_name_is_drift() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        raw.call("PUT", "/tickets_v2", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        raw.call("POST", "/tickets/_refresh");
        raw.call("POST", "/_reindex", """
                {"source": {"index": "tickets"}, "dest": {"index": "tickets_v2"}}""");
        erase(SearchScopes.of(TICKETS), 10);

        assertThat(counts(look(SearchScopes.of(TICKETS)))).containsExactly(0L, 0L, 0L);
        assertThat(surveyor.drift(CATALOG)).containsExactly(new Uncatalogued("tickets_v2", "has a field tenant"));
    }

    /** Trap 29: what a snapshot brings back under another name. */
    @Test
    void a_restored_snapshot_is_drift() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        put("tickets", "acme", 1, 2);
        raw.call("PUT", "/_snapshot/local", """
                {"type": "fs", "settings": {"location": "%s"}}""".formatted(server.snapshots().resolve("local")));
        raw.call("PUT", "/_snapshot/local/one?wait_for_completion=true", "{\"indices\": \"tickets\"}");
        erase(SearchScopes.of(TICKETS), 10);
        raw.call("POST", "/_snapshot/local/one/_restore?wait_for_completion=true", """
                {"indices": "tickets", "rename_pattern": "(.+)", "rename_replacement": "back_$1"}""");

        assertThat(surveyor.drift(CATALOG)).containsExactly(new Uncatalogued("back_tickets", "has a field tenant"));
        raw.call("DELETE", "/_snapshot/local/one");
        raw.call("DELETE", "/_snapshot/local");
        assertThat(Files.exists(server.snapshots())).isTrue();
    }

    @Test
    void closed_and_hidden_indices_other_names_of_a_tenant_and_nested_ones_are_drift() {
        raw.call("PUT", "/closed", TICKETS_INDEX);
        raw.call("POST", "/closed/_close");
        raw.call("PUT", "/hidden", """
                {"settings": {"hidden": true}, "mappings": {"properties": {"Tenant_Id": {"type": "keyword"}}}}""");
        raw.call("PUT", "/nested", """
                {"mappings": {"properties": {"lines": {"type": "nested", "properties": {
                    "org_id": {"type": "long"}}}}}}""");
        raw.call("PUT", "/.system-like", """
                {"mappings": {"properties": {"owner": {"properties": {"tenant": {"type": "text"}}}}}}""");

        assertThat(surveyor.drift(CATALOG))
                .containsExactlyInAnyOrder(
                        new Uncatalogued("closed", "has a field tenant"),
                        new Uncatalogued("hidden", "has a field tenant_id"),
                        new Uncatalogued("nested", "has a field org_id"),
                        new Uncatalogued(".system-like", "has a field tenant"));
    }

    @Test
    void a_field_that_the_catalog_calls_a_tenants_is_one_everywhere() {
        Catalog catalog = SearchScopes.of(new DocumentField("tickets", "owner.customer", Optional.of("generation")))
                .catalog();
        raw.call("PUT", "/orders", "{\"mappings\": {\"properties\": {\"customer\": {\"type\": \"keyword\"}}}}");

        assertThat(surveyor.drift(catalog)).containsExactly(new Uncatalogued("orders", "has a field customer"));
    }

    /** Trap 25: documents in the right index that no question about a tenant finds. */
    @Test
    void documents_without_their_tenant_are_drift() {
        raw.call("PUT", "/tickets", TICKETS_INDEX.replace("\"keyword\"", "\"keyword\", \"ignore_above\": 10"));
        putAll("tickets", Map.of("Tenant", "acme"), 2);
        putAll("tickets", Map.of("tenant", "longer than ten", "generation", 1), 1);
        put("tickets", "acme", 1, 1);
        raw.call("POST", "/tickets/_refresh");

        assertThat(surveyor.drift(CATALOG))
                .containsExactly(new Uncatalogued("tickets without tenant", "3 documents whose tenant can't be told"));
    }

    @Test
    void what_is_declared_is_no_drift_until_the_declaration_expires() {
        raw.call("PUT", "/tickets", TICKETS_INDEX);
        putAll("tickets", Map.of("text", "for all"), 1);
        raw.call("POST", "/tickets/_refresh");
        raw.call("PUT", "/audit-2026", TICKETS_INDEX);

        assertThat(surveyor.drift(declaring(LocalDate.MAX))).isEmpty();
        assertThat(surveyor.drift(declaring(LocalDate.EPOCH))).hasSize(2);
    }

    private static Catalog declaring(LocalDate until) {
        return SearchScopes.catalog(
                CATALOG.resources(),
                List.of(
                        new NotTenantData("search", "audit-*", "our own", "dpo", until),
                        new NotTenantData("search", "tickets without tenant", "for all", "dpo", until)));
    }

    /** No dangling index can be had on a node that has always been there; the answer is one of the documentation's. */
    @Test
    void an_index_that_dangles_is_drift() throws Exception {
        try (SearchProxy proxy = new SearchProxy(server.url());
                Surveyor behindProxy = connector.surveyor(SEARCH, proxy.login("surveyor", ".*"))) {
            proxy.answering(call -> Optional.of(call)
                    .filter(it -> it.call().equals("GET /_dangling"))
                    .map(it -> new Reply(200, """
                            {"dangling_indices": [{"index_name": "tickets", "index_uuid": "zmM4e0JtBkeUjiHD-MihPQ",
                            "creation_date_millis": 1589414451372, "node_ids": ["pL47UN3dAb2d5RCWP6lQ3e"]}]}""")));

            assertThat(behindProxy.drift(CATALOG))
                    .containsExactly(new Uncatalogued("tickets", "dangling: on a disk, not in the cluster"));
        }
    }
}
