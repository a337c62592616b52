package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.store.Blindness;
import io.expunge.store.Pass;
import io.expunge.store.Question;
import io.expunge.store.Refusal;
import io.expunge.store.ResumePoint;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceOutcome.Deleted;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Triggers, rules, policies, locks: what makes a server count a success that is none, or fail for one row. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ObstaclesIT extends WithSaas {

    private static final String MARKER = "marker-7f3a@example.com";
    private static final Scope SCOPE = scope("public.tickets", "tenant_id");

    @BeforeEach
    void fill() {
        saas.run(
                "CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text NOT NULL, generation int, note text)",
                "INSERT INTO tickets SELECT n, 'acme', 1, '" + MARKER + "' FROM generate_series(1, 20) n");
        saas.grantUsual("tickets");
        saas.close(ACME, 1);
    }

    @Test
    void a_trigger_that_swallows_every_delete_is_no_success_and_no_endless_pass() {
        beforeDelete("RETURN NULL;");

        assertThat(pass(SCOPE, 5)).containsExactly(new Refused(Refusal.CONFIGURATION, "rows-not-deleted"));
        assertThat(rows()).isEqualTo(20);
    }

    @Test
    void a_trigger_that_swallows_some_deletes_is_no_success_either() {
        beforeDelete("IF OLD.id = 3 THEN RETURN NULL; END IF; RETURN OLD;");

        assertThat(pass(SCOPE, 5)).containsExactly(new Refused(Refusal.CONFIGURATION, "rows-not-deleted"));
        assertThat(rows()).isEqualTo(20);
    }

    @Test
    void a_rule_that_marks_rows_instead_of_deleting_them_is_no_success() {
        saas.run(
                "ALTER TABLE tickets ADD COLUMN deleted_at timestamptz",
                "CREATE RULE soft AS ON DELETE TO tickets DO INSTEAD"
                        + " UPDATE tickets SET deleted_at = now() WHERE id = OLD.id");

        assertThat(pass(SCOPE, 5)).containsExactly(new Refused(Refusal.CONFIGURATION, "rows-not-deleted"));
        assertThat(saas.number("SELECT count(*) FROM tickets WHERE deleted_at IS NULL"))
                .isEqualTo(20);
    }

    @Test
    void rows_hidden_by_a_policy_are_denied_and_not_absent() {
        saas.run(
                "ALTER TABLE tickets ENABLE ROW LEVEL SECURITY",
                "CREATE POLICY own ON tickets USING (tenant_id = current_setting('app.tenant', true))");

        assertThat(firstSlice(SCOPE, 5)).isEqualTo(new Refused(Refusal.DENIED, "42501"));
        assertThat(look(SCOPE)).isEqualTo(new Sighting.Unknown(Blindness.DENIED, "42501"));
    }

    @Test
    void one_row_that_can_not_go_stands_alone_in_the_end_and_all_others_go() {
        beforeDelete("IF OLD.id = 7 THEN RAISE EXCEPTION 'not %', OLD.note; END IF; RETURN OLD;");
        ResumePoint from = ResumePoint.START;
        long poisoned = 0;

        for (boolean goesOn = true; goesOn; ) {
            try {
                SliceResult result = eraser.erase(slice(SCOPE, from, 20));
                goesOn = result.next().isPresent();
                from = result.next().orElse(from);
            } catch (StoreException.Poisoned poison) {
                poisoned++;
                from = poison.after();
                assertThat(poison.code()).isEqualTo("P0001");
            }
        }

        assertThat(poisoned).isEqualTo(1);
        assertThat(saas.texts("SELECT id FROM tickets")).containsExactly("7");
    }

    @Test
    void a_row_that_fails_only_at_the_commit_stands_alone_as_well() {
        saas.run(
                """
                CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN IF OLD.id = 1 THEN RAISE EXCEPTION 'late %', OLD.note; END IF; RETURN NULL; END $$
                """,
                "CREATE CONSTRAINT TRIGGER late AFTER DELETE ON tickets DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION late()");

        StoreException.Poisoned poison = catchThrowableOfType(
                StoreException.Poisoned.class, () -> eraser.erase(slice(SCOPE, ResumePoint.START, 20)));

        assertThat(rows()).isEqualTo(20);
        assertThat(Pass.outcomeOfOnly(eraser.erase(slice(SCOPE, poison.after(), 19))))
                .isInstanceOf(Deleted.class);
    }

    @Test
    void what_a_trigger_says_is_not_passed_on() {
        beforeDelete("RAISE EXCEPTION 'not %', OLD.note;");

        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> eraser.erase(slice(SCOPE, ResumePoint.START, 5)));

        assertThat(failure).hasNoCause().hasNoSuppressedExceptions();
        assertThat(failure.toString()).doesNotContain(MARKER).doesNotContain("acme");
    }

    @Test
    void a_trigger_that_misses_a_table_does_not_make_ours_a_missing_one() {
        beforeDelete("INSERT INTO audit_log VALUES (OLD.id); RETURN OLD;");
        saas.run("CREATE TABLE audit_log (id bigint)");

        assertThat(firstSlice(SCOPE, 5)).isEqualTo(new Refused(Refusal.CONFIGURATION, "42P01"));
    }

    @Test
    void a_missing_table_is_no_success() {
        Scope typo = scope("public.tickts", "tenant_id");

        assertThat(firstSlice(typo, 5)).isEqualTo(new Refused(Refusal.MISSING_CONTAINER, "42P01"));
        assertThat(look(typo)).isEqualTo(new Sighting.Unknown(Blindness.MISSING_CONTAINER, "42P01"));
    }

    @Test
    void a_missing_column_is_no_success() {
        Scope typo = scope("public.tickets", "tenant");

        assertThat(firstSlice(typo, 5)).isEqualTo(new Refused(Refusal.MISSING_CONTAINER, "42703"));
        assertThat(look(typo)).isEqualTo(new Sighting.Unknown(Blindness.MISSING_CONTAINER, "42703"));
    }

    @Test
    void a_view_is_not_what_holds_the_rows() {
        saas.run("CREATE VIEW living AS SELECT * FROM tickets");
        saas.grantUsual("living");

        assertThat(firstSlice(scope("public.living", "tenant_id"), 5))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "not-a-table"));
    }

    @Test
    void an_id_column_that_pads_or_folds_is_refused() {
        saas.run(
                "CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE TABLE padded (id int PRIMARY KEY, tenant_id char(10), generation int)",
                "CREATE TABLE folded (id int PRIMARY KEY, tenant_id text COLLATE folding, generation int)",
                "INSERT INTO folded VALUES (1, 'ACME', 1)");
        saas.grantUsual("padded");
        saas.grantUsual("folded");

        assertThat(firstSlice(scope("public.padded", "tenant_id"), 5))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "tenant-column-type"));
        assertThat(firstSlice(scope("public.folded", "tenant_id"), 5))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "tenant-column-type"));
        assertThat(saas.number("SELECT count(*) FROM folded")).isEqualTo(1);
    }

    @Test
    void an_id_that_the_column_can_not_hold_is_refused() {
        saas.run("CREATE TABLE numbered (id int PRIMARY KEY, tenant_id int, generation int)");
        saas.grantUsual("numbered");

        assertThat(firstSlice(scope("public.numbered", "tenant_id"), 5))
                .isEqualTo(new Refused(Refusal.CONFIGURATION, "id-not-of-column-type"));
        assertThat(look(scope("public.numbered", "tenant_id")))
                .isEqualTo(new Sighting.Unknown(Blindness.BLIND, "22P02"));
    }

    @Test
    void a_row_that_the_application_holds_makes_the_slice_lose_and_the_next_ones_smaller() throws SQLException {
        try (Connection application = saas.server.connect(saas.database)) {
            application.setAutoCommit(false);
            application.createStatement().execute("SELECT 1 FROM tickets WHERE id = 15 FOR UPDATE");

            assertThatThrownBy(() -> eraser.erase(slice(SCOPE, ResumePoint.START, 20)))
                    .isInstanceOf(StoreException.Contended.class)
                    .hasMessageContaining("55P03");
            assertThat(firstSlice(SCOPE, 20)).isEqualTo(new Deleted(10));

            application.rollback();
        }
        assertThat(deleted(pass(SCOPE, 20))).isEqualTo(10);
        assertThat(rows()).isZero();
    }

    @Test
    void a_table_that_is_being_rebuilt_is_waited_for_two_seconds_and_no_longer() throws SQLException {
        try (Connection migration = saas.server.connect(saas.database)) {
            migration.setAutoCommit(false);
            migration.createStatement().execute("LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE");
            long before = System.nanoTime();

            assertThatThrownBy(() -> eraser.erase(slice(SCOPE, ResumePoint.START, 20)))
                    .isInstanceOf(StoreException.Contended.class);
            assertThat(look(SCOPE)).isEqualTo(new Sighting.Unknown(Blindness.UNAVAILABLE, "55P03"));

            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(8));
        }
    }

    @Test
    void a_slow_table_gets_windows_that_fit_the_deadline() {
        beforeDelete("PERFORM pg_sleep(0.05); RETURN OLD;");
        Duration deadline = Duration.ofMillis(500);
        int lost = 0;
        SliceOutcome outcome = new SliceOutcome.Absent();

        while (lost < 10 && outcome.deletedItems() == 0) {
            try {
                outcome = Pass.outcomeOfOnly(eraser.erase(slice(SCOPE, ResumePoint.START, 20, deadline)));
            } catch (StoreException.Contended cutOff) {
                assertThat(cutOff.code()).isEqualTo("57014");
                lost++;
            }
        }

        assertThat(lost).isPositive();
        assertThat(outcome.deletedItems()).isPositive().isLessThan(10);
    }

    @Test
    void a_server_that_goes_down_under_a_slice_is_unavailable_and_what_was_open_is_rolled_back() {
        beforeDelete("PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD;");
        saas.run("ALTER FUNCTION obstacle() SECURITY DEFINER");

        assertThatThrownBy(() -> eraser.erase(slice(SCOPE, ResumePoint.START, 5)))
                .isInstanceOf(StoreException.Unavailable.class);

        saas.run("DROP TRIGGER obstacle ON tickets");
        assertThat(rows()).isEqualTo(20);
        assertThat(deleted(pass(SCOPE, 5))).isEqualTo(20);
    }

    private void beforeDelete(String body) {
        saas.run(
                "CREATE FUNCTION obstacle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + body + " END $$",
                "CREATE TRIGGER obstacle BEFORE DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION obstacle()");
    }

    private long rows() {
        return saas.number("SELECT count(*) FROM tickets");
    }

    private Sighting look(Scope scope) {
        Map<?, Sighting> sightings = probe.look(scope, List.of(Question.about(ACME_1)));
        return sightings.values().iterator().next();
    }

    private static Scope scope(String table, String tenantColumn) {
        TenantColumn owner = new TenantColumn(table, "id", tenantColumn, Optional.of("generation"));
        return Saas.scope(Saas.resource("main.tickets", owner, FenceKind.PREDICATE));
    }
}
