package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Fenced;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I2: the registry row decides, in the deleting transaction, and nobody re-opens a tenant under a running delete. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegistryFenceIT extends WithSaas {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final TenantColumn WITH_GENERATION =
            new TenantColumn("public.tickets", "id", "tenant_id", Optional.of("generation"));
    private static final TenantColumn WITHOUT_GENERATION =
            new TenantColumn("public.tickets", "id", "tenant_id", Optional.empty());
    private static final Resource LOCKED = Saas.resource("main.tickets", WITHOUT_GENERATION, FenceKind.REGISTRY_LOCK);

    @BeforeEach
    void fill() {
        saas.run(
                "CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text NOT NULL, generation int)",
                "INSERT INTO tickets SELECT n, 'acme', 1 FROM generate_series(1, 5) n");
        saas.grantUsual("tickets");
    }

    @Test
    void a_re_opening_waits_for_the_slice_and_no_slice_passes_after_it() throws SQLException {
        saas.close(ACME, 1);
        saas.run("""
                CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_advisory_xact_lock(1); RETURN OLD; END $$
                """, "CREATE TRIGGER waits BEFORE DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION waits()");

        CompletableFuture<SliceResult> slice;
        CompletableFuture<Integer> reopening;
        try (Connection gate = saas.server.connect(saas.database)) {
            gate.setAutoCommit(false);
            gate.createStatement().execute("SELECT pg_advisory_xact_lock(1)");
            slice = supplyAsync(() -> eraser.erase(slice(Saas.scope(LOCKED), ResumePoint.START, 2)));
            await().atMost(PATIENCE).until(() -> waitingFor("advisory") == 1);
            reopening = supplyAsync(this::reopen);
            await().atMost(PATIENCE).until(() -> waitingFor("transactionid") == 1);
            assertThat(reopening).isNotDone();
            gate.rollback();
        }

        assertThat(slice.join().outcomes()).containsValue(new Deleted(2));
        assertThat(reopening.join()).isEqualTo(1);
        SliceResult next =
                eraser.erase(slice(Saas.scope(LOCKED), slice.join().next().orElseThrow(), 2));
        assertThat(next.outcomes()).containsValue(new Fenced(Optional.of(2)));
        assertThat(next.next()).isEmpty();
        assertThat(saas.number("SELECT count(*) FROM tickets")).isEqualTo(3);
    }

    @Test
    void a_locked_registry_in_another_store_can_not_be_locked_here() {
        saas.close(ACME, 1);

        SliceOutcome outcome = firstSlice(Saas.scope(Saas.registryTable("elsewhere"), LOCKED), 10);

        assertThat(outcome).isEqualTo(new Refused(Refusal.CONFIGURATION, "registry-in-another-store"));
        assertNothingDeleted();
    }

    @Test
    void a_generation_column_is_fence_enough_where_the_registry_is_in_another_store() {
        Resource compared = Saas.resource("main.tickets", WITH_GENERATION, FenceKind.PREDICATE);
        saas.run("INSERT INTO tickets VALUES (9, 'acme', 2)");

        SliceOutcome outcome = firstSlice(Saas.scope(Saas.registryTable("elsewhere"), compared), 10);

        assertThat(outcome).isEqualTo(new Deleted(5));
        assertThat(saas.texts("SELECT id FROM tickets")).containsExactly("9");
    }

    @Test
    void a_predicate_needs_a_column_to_compare() {
        saas.close(ACME, 1);
        Resource nothingToCompare = Saas.resource("main.tickets", WITHOUT_GENERATION, FenceKind.PREDICATE);

        assertThat(firstSlice(Saas.scope(nothingToCompare), 10))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "fence-without-generation-column"));
        assertNothingDeleted();
    }

    @Test
    void a_fence_that_this_store_does_not_have_is_refused() {
        saas.close(ACME, 1);
        Resource leased = Saas.resource("main.tickets", WITH_GENERATION, FenceKind.LEASE);

        assertThat(firstSlice(Saas.scope(leased), 10))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "fence-not-of-this-store"));
        assertNothingDeleted();
    }

    @Test
    void the_registry_itself_is_never_erased() {
        saas.close(ACME, 1);
        saas.run(saas.grant("DELETE", Saas.REGISTRY, "eraser"));
        Resource registry = Saas.resource(
                "main.registry",
                new TenantColumn(Saas.REGISTRY, "tenant_id", "tenant_id", Optional.of("generation")),
                FenceKind.PREDICATE);
        Scope scope = Saas.scope(registry);

        assertThat(firstSlice(scope, 10)).isEqualTo(new Refused(Refusal.CONFIGURATION, "registry-is-never-erased"));
        assertThat(saas.number("SELECT count(*) FROM tenant_registry")).isEqualTo(1);
    }

    @Test
    void a_registry_row_without_a_generation_fences() {
        saas.run("INSERT INTO tenant_registry (tenant_id, generation, state) VALUES ('acme', NULL, 'closed')");

        assertThat(firstSlice(Saas.scope(LOCKED), 10)).isEqualTo(new Fenced(Optional.empty()));
        assertNothingDeleted();
    }

    @Test
    void a_state_that_is_neither_open_nor_closed_fences() {
        saas.run("INSERT INTO tenant_registry (tenant_id, generation, state) VALUES ('acme', 1, 'moving')");

        assertThat(firstSlice(Saas.scope(LOCKED), 10)).isEqualTo(new Fenced(Optional.of(1)));
        assertNothingDeleted();
    }

    @Test
    void a_registry_with_two_rows_for_one_tenant_says_nothing() {
        saas.run(
                "ALTER TABLE tenant_registry DROP CONSTRAINT tenant_registry_pkey",
                "INSERT INTO tenant_registry (tenant_id, generation, state) VALUES ('acme', 1, 'closed'), ('acme', 2, 'open')");

        assertThat(firstSlice(Saas.scope(LOCKED), 10))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "registry-ambiguous"));
        assertNothingDeleted();
    }

    @Test
    void without_the_right_to_lock_the_registry_row_nothing_is_deleted() {
        saas.close(ACME, 1);
        saas.run("REVOKE UPDATE (fence_lock) ON tenant_registry FROM eraser_" + saas.database);

        assertThat(firstSlice(Saas.scope(LOCKED), 10)).isEqualTo(new Refused(Refusal.DENIED, "42501"));
        assertNothingDeleted();
    }

    private void assertNothingDeleted() {
        assertThat(saas.number("SELECT count(*) FROM tickets")).isEqualTo(5);
    }

    private int reopen() {
        try (Connection application = saas.server.connect(saas.database)) {
            return application
                    .createStatement()
                    .executeUpdate(
                            "UPDATE tenant_registry SET generation = 2, state = 'open' WHERE tenant_id = 'acme'");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private long waitingFor(String lock) {
        return saas.number(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = ?", lock);
    }
}
