package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.FenceKind;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.store.StoreException;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.Uncatalogued;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I10: a table that carries tenants and that nobody named is found, whether it may be read or not. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresSurveyorIT extends WithSaas {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);
    private static final Resource TICKETS = Saas.resource(
            "main.tickets",
            new TenantColumn("public.tickets", "id", "customer_code", Optional.of("generation")),
            FenceKind.PREDICATE);

    private final Surveyor surveyor = saas.connector.surveyor(Saas.DECLARATION, saas.access("verifier"));

    @BeforeEach
    void fill() {
        saas.run("CREATE TABLE tickets (id bigint PRIMARY KEY, customer_code text, generation int)");
        saas.grantUsual("tickets");
    }

    @AfterEach
    void closeSurveyor() {
        surveyor.close();
    }

    @Test
    void a_store_says_which_cluster_and_which_database_it_is() {
        String system =
                saas.texts("SELECT system_identifier FROM pg_control_system()").get(0);

        assertThat(surveyor.identity()).isEqualTo(system + "/" + saas.database);
    }

    @Test
    void what_is_catalogued_and_the_registry_are_no_drift() {
        assertThat(drift()).isEmpty();
    }

    @Test
    void a_table_with_a_column_of_that_name_is_drift() {
        saas.run(
                "CREATE SCHEMA reports",
                "CREATE TABLE reports.daily (id int, \"TENANT_ID\" text)",
                "CREATE TABLE tickets_backup AS SELECT * FROM tickets",
                "CREATE TABLE currencies (code text)");

        assertThat(drift())
                .containsExactly(
                        new Uncatalogued("public.tickets_backup", "column customer_code"),
                        new Uncatalogued("reports.daily", "column TENANT_ID"));
    }

    @Test
    void a_table_from_which_foreign_keys_lead_to_a_catalogued_one_is_drift() {
        saas.run(
                "CREATE TABLE comments (id int PRIMARY KEY, ticket bigint REFERENCES tickets)",
                "CREATE TABLE reactions (id int PRIMARY KEY, comment int REFERENCES comments)",
                "CREATE TABLE settings (tenant text, who text REFERENCES tenant_registry)");

        assertThat(drift())
                .containsExactly(
                        new Uncatalogued("public.comments", "foreign key to public.tickets"),
                        new Uncatalogued("public.reactions", "foreign key to public.comments"),
                        new Uncatalogued("public.settings", "column tenant"));
    }

    @Test
    void a_partition_belongs_to_its_table_until_it_is_detached() {
        saas.run(
                "CREATE TABLE events (id bigint, tenant_id text) PARTITION BY RANGE (id)",
                "CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM (0) TO (100)",
                "CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM (100) TO (200)",
                "ALTER TABLE events DETACH PARTITION events_1");

        assertThat(drift()).extracting(Uncatalogued::name).containsExactly("public.events", "public.events_1");
    }

    @Test
    void a_table_that_inherits_from_a_catalogued_one_goes_with_it() {
        saas.run("CREATE TABLE old_tickets () INHERITS (tickets)");

        assertThat(drift()).isEmpty();
    }

    @Test
    void a_materialised_view_keeps_rows_of_its_own() {
        saas.run("CREATE MATERIALIZED VIEW totals AS SELECT customer_code, count(*) FROM tickets GROUP BY 1");

        assertThat(drift()).containsExactly(new Uncatalogued("public.totals", "column customer_code"));
    }

    @Test
    void the_products_own_tables_do_not_count() {
        saas.run(
                "CREATE SCHEMA expunge",
                "CREATE SCHEMA expunge_intake",
                "CREATE TABLE expunge.deletion_job (id int, tenant_id text)",
                "CREATE TABLE expunge_intake.deletion_request (id int, tenant_id text)");

        assertThat(drift()).isEmpty();
    }

    @Test
    void a_declaration_counts_up_to_its_last_day_and_only_for_what_it_names() {
        saas.run("CREATE TABLE plans (tenant_id text)", "CREATE TABLE plans_old (tenant_id text)");

        assertThat(drift(declared("public.plans", TODAY)))
                .extracting(Uncatalogued::name)
                .containsExactly("public.plans_old");
        assertThat(drift(declared("public.plans*", TODAY))).isEmpty();
        assertThat(drift(declared("public.plans*", TODAY.minusDays(1)))).hasSize(2);
    }

    @Test
    void the_baseline_counts_what_has_no_generation_and_leaves_out_what_is_later() {
        saas.run("INSERT INTO tickets VALUES (1, 'acme', 1), (2, 'acme', NULL), (3, 'acme', 2), (4, 'acme2', 1)");

        Map<String, Long> counts = surveyor.count(Saas.scope(TICKETS), List.of(new Target("task", subject(ACME, 1))));

        assertThat(counts).containsExactly(Map.entry("task", 2L));
    }

    @Test
    void what_can_not_be_said_is_not_said() {
        Resource missing = Saas.resource(
                "main.missing",
                new TenantColumn("public.missing", "id", "tenant_id", Optional.empty()),
                FenceKind.REGISTRY_LOCK);
        List<Target> targets = List.of(new Target("task", ACME_1));

        assertThat(surveyor.count(Saas.scope(missing), targets)).isEmpty();
        try (Surveyor lost = saas.connector.surveyor(Saas.DECLARATION, Saas.nowhere())) {
            assertThatThrownBy(() -> lost.count(Saas.scope(TICKETS), targets))
                    .isInstanceOf(StoreException.Unavailable.class);
            assertThatThrownBy(lost::identity).isInstanceOf(StoreException.Unavailable.class);
            assertThatThrownBy(() -> lost.drift(catalog())).isInstanceOf(StoreException.Unavailable.class);
        }
    }

    private List<Uncatalogued> drift(NotTenantData... declarations) {
        return surveyor.drift(catalog(declarations));
    }

    private static Catalog catalog(NotTenantData... declarations) {
        return Saas.catalog(Saas.registryTable(Saas.STORE), List.of(declarations), TICKETS);
    }

    private static NotTenantData declared(String match, LocalDate expires) {
        return new NotTenantData(Saas.STORE, match, "price lists", "dpo", expires);
    }
}
