package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.store.Refusal;
import io.expunge.store.StoreException;
import io.expunge.store.TenantRegistry;
import io.expunge.store.TenantRegistry.Entry;
import io.expunge.store.TenantRegistry.RegistryRefused;
import io.expunge.store.Tenants;
import io.expunge.tenant.TenantId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresRegistryIT extends WithSaas {

    private static final Entry OPEN_AT_3 = new Entry(3, false, Map.of());
    private static final Entry CLOSED_AT_3 = new Entry(3, true, Map.of());

    private final TenantRegistry registry =
            saas.connector.registry(Saas.DECLARATION, saas.superuser(), Saas.registryTable(Saas.STORE));

    @AfterEach
    void closeRegistry() {
        registry.close();
    }

    @Test
    void tenants_are_looked_up_together_and_who_has_no_row_is_missing() {
        saas.open(ACME, 3);
        saas.close(OTHER, 7);

        Map<TenantId, Entry> entries = registry.look(List.of(ACME, OTHER, new TenantId("nobody")));

        assertThat(entries).isEqualTo(Map.of(ACME, OPEN_AT_3, OTHER, new Entry(7, true, Map.of())));
    }

    @Test
    void hostile_ids_are_each_found_under_their_own_name() {
        List<TenantId> odd =
                List.of(new TenantId("a\"b"), new TenantId("{a,b}"), new TenantId("a\\b"), new TenantId("NULL"));
        odd.forEach(tenant -> saas.open(tenant, 3));
        Tenants.HOSTILE.forEach(tenant -> saas.open(tenant, 3));

        assertThat(registry.look(odd)).containsOnlyKeys(odd);
        assertThat(registry.look(Tenants.HOSTILE)).containsOnlyKeys(Tenants.HOSTILE);
    }

    @Test
    void attributes_are_read_as_text_and_a_null_is_missing() {
        saas.run(
                "INSERT INTO tenant_registry (tenant_id, slug, generation, state) VALUES ('acme', 'acme-inc', 3, 'open'),"
                        + " ('acme2', NULL, 3, 'open')");

        Map<TenantId, Entry> entries = registry.look(List.of(ACME, OTHER));

        assertThat(entries).isEqualTo(Map.of(ACME, new Entry(3, false, Map.of("slug", "acme-inc")), OTHER, OPEN_AT_3));
    }

    @Test
    void freezing_closes_an_open_tenant_at_just_that_generation_and_says_when() {
        saas.open(ACME, 3);
        saas.open(OTHER, 3);

        assertThat(registry.freeze(ACME, 3)).isEqualTo(Map.of(ACME, CLOSED_AT_3));
        assertThat(saas.texts("SELECT tenant_id FROM tenant_registry WHERE closed_at IS NOT NULL"))
                .containsExactly("acme");
        assertThat(registry.look(List.of(OTHER))).isEqualTo(Map.of(OTHER, OPEN_AT_3));
    }

    @Test
    void freezing_again_changes_nothing() {
        saas.open(ACME, 3);
        registry.freeze(ACME, 3);
        List<String> closedAt = saas.texts("SELECT closed_at FROM tenant_registry");

        assertThat(registry.freeze(ACME, 3)).isEqualTo(Map.of(ACME, CLOSED_AT_3));
        assertThat(saas.texts("SELECT closed_at FROM tenant_registry")).isEqualTo(closedAt);
    }

    @Test
    void another_generation_is_left_alone() {
        saas.open(ACME, 3);

        assertThat(registry.freeze(ACME, 2)).isEqualTo(Map.of(ACME, OPEN_AT_3));
        assertThat(registry.freeze(ACME, 4)).isEqualTo(Map.of(ACME, OPEN_AT_3));
    }

    @Test
    void a_state_that_is_neither_open_nor_closed_is_left_alone_and_is_not_closed() {
        saas.run("INSERT INTO tenant_registry (tenant_id, generation, state) VALUES ('acme', 3, 'moving')");

        assertThat(registry.freeze(ACME, 3)).isEqualTo(Map.of(ACME, OPEN_AT_3));
        assertThat(saas.texts("SELECT state FROM tenant_registry")).containsExactly("moving");
    }

    @Test
    void a_tenant_without_a_row_is_not_closed() {
        assertThat(registry.freeze(ACME, 3)).isEmpty();
    }

    @Test
    void an_id_that_the_column_can_not_hold_has_no_row_and_disturbs_nobody() {
        saas.run(
                "DROP TABLE tenant_registry",
                "CREATE TABLE tenant_registry (tenant_id int PRIMARY KEY, slug text, generation int, state text,"
                        + " closed_at timestamptz)",
                "INSERT INTO tenant_registry VALUES (7, NULL, 3, 'open')");
        TenantId seven = new TenantId("7");

        assertThat(registry.look(List.of(seven, ACME, new TenantId("007")))).isEqualTo(Map.of(seven, OPEN_AT_3));
        assertThat(registry.freeze(new TenantId("007"), 3)).isEmpty();
        assertThat(registry.freeze(seven, 3)).isEqualTo(Map.of(seven, CLOSED_AT_3));
    }

    @Test
    void a_state_of_an_enumerated_type_is_compared_and_set() {
        saas.run(
                "CREATE TYPE tenant_state AS ENUM ('open', 'closed')",
                "ALTER TABLE tenant_registry ALTER COLUMN state TYPE tenant_state USING state::tenant_state",
                "INSERT INTO tenant_registry (tenant_id, generation, state) VALUES ('acme', 3, 'open')");

        assertThat(registry.freeze(ACME, 3)).isEqualTo(Map.of(ACME, CLOSED_AT_3));
    }

    @Test
    void a_person_is_asked_for_where_a_right_or_the_table_is_missing() {
        try (TenantRegistry powerless =
                saas.connector.registry(Saas.DECLARATION, saas.access("powerless"), Saas.registryTable(Saas.STORE))) {
            assertThatThrownBy(() -> powerless.look(List.of(ACME)))
                    .isInstanceOfSatisfying(
                            RegistryRefused.class,
                            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.DENIED));
        }
        saas.run("DROP TABLE tenant_registry");
        assertThatThrownBy(() -> registry.look(List.of(ACME)))
                .isInstanceOfSatisfying(
                        RegistryRefused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(Refusal.MISSING_CONTAINER));
    }

    @Test
    void a_registry_that_does_not_answer_says_nothing() throws SQLException {
        try (TenantRegistry lost =
                saas.connector.registry(Saas.DECLARATION, Saas.nowhere(), Saas.registryTable(Saas.STORE))) {
            assertThatThrownBy(() -> lost.look(List.of(ACME))).isInstanceOf(StoreException.Unavailable.class);
        }
        saas.open(ACME, 3);
        try (Connection application = saas.server.connect(saas.database)) {
            application.setAutoCommit(false);
            application.createStatement().execute("SELECT 1 FROM tenant_registry FOR UPDATE");

            assertThatThrownBy(() -> registry.freeze(ACME, 3)).isInstanceOf(StoreException.Contended.class);
        }
    }
}
