package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.ParentRow;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.store.Refusal;
import io.expunge.store.Scope;
import io.expunge.store.SliceOutcome.Refused;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I2: a foreign key neither stops a tenant's own rows from going nor takes anybody else's with them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReferencesIT extends WithSaas {

    private static final Resource TICKETS = Saas.resource(
            "main.tickets",
            new TenantColumn("public.tickets", "id", "tenant_id", Optional.of("generation")),
            FenceKind.PREDICATE);
    private static final Scope SCOPE = Saas.scope(TICKETS);

    @Test
    void rows_that_point_at_each_other_go_in_windows_of_two() {
        tickets("parent_id bigint REFERENCES tickets");
        saas.run(
                "INSERT INTO tickets SELECT n, 'acme', 1, CASE WHEN n < 12 THEN n + 1 END FROM generate_series(1, 12) n",
                "UPDATE tickets SET parent_id = 1 WHERE id = 12",
                "INSERT INTO tickets VALUES (13, 'acme', 1, 13), (14, 'acme', 1, 2)");

        long deleted = deleted(pass(SCOPE, 2));

        assertThat(deleted).isEqualTo(14);
        assertThat(saas.number("SELECT count(*) FROM tickets")).isZero();
    }

    @Test
    void rows_that_point_at_each_other_with_their_tenant_keep_it_until_they_go() {
        tickets("parent_id bigint, UNIQUE (tenant_id, id), FOREIGN KEY (tenant_id, parent_id)"
                + " REFERENCES tickets (tenant_id, id)");
        saas.run("INSERT INTO tickets SELECT n, 'acme', 1, 1 FROM generate_series(1, 7) n");

        long deleted = deleted(pass(SCOPE, 2));

        assertThat(deleted).isEqualTo(7);
    }

    @Test
    void another_tenants_row_that_points_here_is_a_refusal_and_stays_as_it_is() {
        tickets("parent_id bigint REFERENCES tickets");
        saas.run("INSERT INTO tickets VALUES (1, 'acme', 1, NULL), (2, 'acme2', 1, 1)");

        assertThat(firstSlice(SCOPE, 10)).isEqualTo(new Refused(Refusal.FOREIGN_KEY, "23503"));
        assertThat(saas.number("SELECT parent_id FROM tickets WHERE tenant_id = 'acme2'"))
                .isEqualTo(1);
        assertThat(saas.number("SELECT count(*) FROM tickets")).isEqualTo(2);
    }

    @Test
    void a_later_generations_row_that_points_here_is_a_refusal_and_stays_as_it_is() {
        tickets("parent_id bigint REFERENCES tickets");
        saas.run("INSERT INTO tickets VALUES (1, 'acme', 1, NULL), (2, 'acme', 2, 1)");

        assertThat(firstSlice(SCOPE, 10)).isEqualTo(new Refused(Refusal.FOREIGN_KEY, "23503"));
        assertThat(saas.number("SELECT parent_id FROM tickets WHERE generation = 2"))
                .isEqualTo(1);
    }

    @Test
    void a_reference_that_may_not_be_null_stays_a_refusal_while_it_leads_out_of_the_window() {
        tickets("parent_id bigint NOT NULL REFERENCES tickets");
        saas.run("INSERT INTO tickets VALUES (1, 'acme', 1, 1), (2, 'acme', 1, 1), (3, 'acme', 1, 1)");

        assertThat(firstSlice(SCOPE, 2)).isEqualTo(new Refused(Refusal.FOREIGN_KEY, "23503"));
        assertThat(deleted(pass(SCOPE, 3))).isEqualTo(3);
    }

    @Test
    void a_cascade_to_another_tenants_rows_is_a_refusal() {
        tickets("parent_id bigint REFERENCES tickets ON DELETE CASCADE");
        saas.run("INSERT INTO tickets VALUES (1, 'acme', 1, NULL), (2, 'acme2', 1, 1)");

        assertThat(firstSlice(SCOPE, 10)).isEqualTo(new Refused(Refusal.FOREIGN_KEY, "still-referred-to"));
        assertThat(saas.number("SELECT count(*) FROM tickets")).isEqualTo(2);
    }

    @Test
    void a_cascade_within_the_tenant_takes_no_row_that_was_not_counted() {
        tickets("parent_id bigint REFERENCES tickets ON DELETE CASCADE");
        saas.run("INSERT INTO tickets SELECT n, 'acme', 1, nullif(n - 1, 0) FROM generate_series(1, 9) n");

        assertThat(deleted(pass(SCOPE, 2))).isEqualTo(9);
    }

    @Test
    void a_child_that_would_be_orphaned_is_a_refusal() {
        tickets("parent_id bigint");
        saas.run(
                "CREATE TABLE notes (id int PRIMARY KEY, ticket bigint REFERENCES tickets ON DELETE SET NULL, text text)",
                "INSERT INTO tickets VALUES (1, 'acme', 1, NULL)",
                "INSERT INTO notes VALUES (1, 1, 'personal')");
        saas.grantUsual("notes");

        assertThat(firstSlice(SCOPE, 10)).isEqualTo(new Refused(Refusal.FOREIGN_KEY, "still-referred-to"));
        assertThat(saas.number("SELECT ticket FROM notes")).isEqualTo(1);

        saas.run("DELETE FROM notes");
        assertThat(deleted(pass(SCOPE, 10))).isEqualTo(1);
    }

    @Test
    void a_catalogued_child_that_no_foreign_key_guards_is_not_orphaned_either() {
        tickets("parent_id bigint");
        saas.run(
                "CREATE TABLE notes (id int PRIMARY KEY, ticket bigint, text text)",
                "INSERT INTO tickets VALUES (1, 'acme', 1, NULL), (2, 'acme2', 1, NULL)",
                "INSERT INTO notes VALUES (1, 1, 'personal'), (2, 2, 'of another')");
        saas.grantUsual("notes");
        Resource notes = Saas.resource(
                "main.notes", new ParentRow("public.notes", "id", "ticket", TICKETS.id()), FenceKind.PREDICATE);

        assertThat(firstSlice(Saas.scope(TICKETS, notes), 10))
                .isEqualTo(new Refused(Refusal.FOREIGN_KEY, "still-referred-to"));

        assertThat(deleted(pass(Saas.scope(notes, TICKETS), 10))).isEqualTo(1);
        assertThat(deleted(pass(Saas.scope(TICKETS, notes), 10))).isEqualTo(1);
        assertThat(saas.texts("SELECT text FROM notes")).containsExactly("of another");
    }

    @Test
    void a_row_that_points_to_a_partition_counts_as_pointing_to_its_table() {
        saas.run(
                "CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text, generation int) PARTITION BY RANGE (id)",
                "CREATE TABLE tickets_low PARTITION OF tickets FOR VALUES FROM (0) TO (100)",
                "CREATE TABLE notes (id int PRIMARY KEY, ticket bigint REFERENCES tickets_low ON DELETE CASCADE)",
                "INSERT INTO tickets VALUES (1, 'acme', 1)",
                "INSERT INTO notes VALUES (1, 1)");
        usual();
        saas.grantUsual("notes");

        assertThat(firstSlice(SCOPE, 10)).isEqualTo(new Refused(Refusal.FOREIGN_KEY, "still-referred-to"));
    }

    private void tickets(String parent) {
        saas.run("CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text NOT NULL, generation int, " + parent
                + ")");
        usual();
    }

    private void usual() {
        saas.grantUsual("tickets");
        saas.run(saas.grant("UPDATE", "tickets", "eraser"));
        saas.close(ACME, 1);
    }
}
