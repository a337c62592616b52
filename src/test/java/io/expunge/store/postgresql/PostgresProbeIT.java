package io.expunge.store.postgresql;

import static io.expunge.store.Tenants.ACME;
import static io.expunge.store.Tenants.CONTROL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Location;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.store.Blindness;
import io.expunge.store.Position;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreException;
import io.expunge.store.Subject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** I4: whatever makes a count of nought mean nothing is found out and said. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresProbeIT extends WithSaas {

    private static final String INSERT = "INSERT INTO tickets VALUES (77, 'acme', 1)";
    private static final Resource TICKETS = Saas.resource(
            "main.tickets",
            new TenantColumn("public.tickets", "id", "tenant_id", Optional.of("generation")),
            FenceKind.PREDICATE);
    private static final Scope SCOPE = Saas.scope(TICKETS);

    @BeforeEach
    void fill() {
        saas.run("CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text NOT NULL, generation int)");
        saas.grantUsual("tickets");
        saas.close(ACME, 1);
    }

    @Test
    void nothing_left_and_nobody_at_work_is_seen_with_the_position_at_which_it_was_seen() {
        Question question = new Question(ACME_1, eraser.horizon(), eraser.position());

        assertThat(look(question)).isInstanceOfSatisfying(Seen.class, seen -> {
            assertThat(seen.anything()).isFalse();
            assertThat(LogPosition.decoded(seen.position())).isPresent();
        });
    }

    @Test
    void a_writer_from_before_the_horizon_is_waited_for_and_then_its_row_is_seen() throws SQLException {
        try (Connection writer = begin(INSERT)) {
            Question question = new Question(ACME_1, eraser.horizon(), eraser.position());
            assertThat(look(question)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "open-transaction"));

            writer.commit();

            assertThat(look(question))
                    .isInstanceOfSatisfying(
                            Seen.class, seen -> assertThat(seen.residue()).isEqualTo(1));
        }
    }

    @Test
    void a_transaction_that_had_only_read_when_the_horizon_was_taken_is_waited_for_as_well() throws SQLException {
        try (Connection reader = begin("SELECT state FROM tenant_registry")) {
            Question question = new Question(ACME_1, eraser.horizon(), eraser.position());
            assertThat(look(question)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "open-transaction"));

            reader.createStatement().execute(INSERT);
            assertThat(look(question)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "open-transaction"));
            reader.commit();

            assertThat(look(question))
                    .isInstanceOfSatisfying(
                            Seen.class, seen -> assertThat(seen.residue()).isEqualTo(1));
        }
    }

    @Test
    void a_writer_that_is_known_by_its_id_only_as_on_a_standby_is_waited_for() throws SQLException {
        try (Connection writer = begin(INSERT)) {
            Horizon horizon = Horizon.decoded(eraser.horizon()).orElseThrow();
            Position idOnly = new Horizon(horizon.identity(), horizon.transaction(), Set.of()).encoded();
            Question question = new Question(ACME_1, idOnly, Position.NONE);
            assertThat(look(question)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "older-transaction-on-server"));

            writer.commit();

            assertThat(look(question)).isInstanceOf(Seen.class);
        }
    }

    @Test
    void a_prepared_transaction_is_waited_for() throws SQLException {
        try (Connection writer = begin(INSERT)) {
            writer.createStatement().execute("PREPARE TRANSACTION '" + saas.database + "'");
            writer.rollback();
        }
        Question question = new Question(ACME_1, eraser.horizon(), eraser.position());

        assertThat(look(question)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "prepared-transaction"));

        saas.run("COMMIT PREPARED '" + saas.database + "'");
        assertThat(look(question))
                .isInstanceOfSatisfying(
                        Seen.class, seen -> assertThat(seen.residue()).isEqualTo(1));
    }

    @Test
    void a_transaction_that_was_prepared_only_after_the_horizon_is_waited_for() throws SQLException {
        Question question;
        try (Connection reader = begin("SELECT state FROM tenant_registry")) {
            question = new Question(ACME_1, eraser.horizon(), eraser.position());
            reader.createStatement().execute(INSERT);
            reader.createStatement().execute("PREPARE TRANSACTION '" + saas.database + "'");
            reader.rollback();
        }

        assertThat(look(question)).isEqualTo(new Unknown(Blindness.IN_FLIGHT, "prepared-transaction"));

        saas.run("ROLLBACK PREPARED '" + saas.database + "'");
        assertThat(look(question)).isInstanceOf(Seen.class);
    }

    @Test
    void more_open_transactions_than_can_be_remembered_are_no_horizon() throws SQLException {
        List<Connection> readers = new ArrayList<>();
        for (int reader = 0; reader < 30; reader++) {
            readers.add(begin("SELECT 1"));
        }

        assertThatThrownBy(eraser::horizon)
                .isInstanceOf(StoreException.Contended.class)
                .hasMessageContaining("open-transactions");

        for (Connection reader : readers.subList(0, 10)) {
            reader.rollback();
        }
        Position horizon = eraser.horizon();
        assertThat(horizon.value()).hasSizeLessThanOrEqualTo(400);
        assertThat(look(new Question(ACME_1, horizon, Position.NONE)))
                .isEqualTo(new Unknown(Blindness.IN_FLIGHT, "open-transaction"));

        for (Connection reader : readers) {
            reader.rollback();
        }
        assertThat(look(new Question(ACME_1, horizon, Position.NONE))).isInstanceOf(Seen.class);
        for (Connection reader : readers) {
            reader.close();
        }
    }

    @Test
    void a_transaction_that_began_after_the_horizon_is_not_waited_for() throws SQLException {
        Question question = new Question(ACME_1, eraser.horizon(), eraser.position());

        try (Connection later = begin("INSERT INTO tickets VALUES (1, 'acme2', 1)")) {
            assertThat(look(question)).isInstanceOf(Seen.class);
            later.rollback();
        }
    }

    @Test
    void the_control_is_seen_whoever_is_at_work() throws SQLException {
        saas.run("INSERT INTO tickets VALUES (1, 'expunge-control', 1)");

        try (Connection writer = begin(INSERT)) {
            assertThat(look(Question.about(subject(CONTROL, 1))))
                    .isInstanceOfSatisfying(
                            Seen.class, seen -> assertThat(seen.anything()).isTrue());
            writer.rollback();
        }
    }

    @Test
    void in_another_database_nothing_is_compared_and_the_control_is_not_seen() {
        Question question = new Question(ACME_1, eraser.horizon(), eraser.position());

        try (Saas restored = new Saas();
                Probe there = restored.connector.probe(Saas.DECLARATION, restored.superuser())) {
            restored.run("CREATE TABLE tickets (id bigint PRIMARY KEY, tenant_id text, generation int)");

            assertThat(look(there, SCOPE, question)).isEqualTo(new Unknown(Blindness.OTHER_STORE, "database"));
            assertThat(look(there, SCOPE, Question.about(subject(CONTROL, 1))))
                    .isInstanceOfSatisfying(
                            Seen.class, seen -> assertThat(seen.anything()).isFalse());
        }
    }

    @Test
    void on_another_timeline_nothing_is_compared() {
        LogPosition here = LogPosition.decoded(eraser.position()).orElseThrow();
        ServerIdentity identity = here.identity();
        ServerIdentity promoted = new ServerIdentity(identity.system(), identity.database(), identity.timeline() + 1);
        Position elsewhere = new LogPosition(promoted, here.lsn()).encoded();

        assertThat(look(new Question(ACME_1, Position.NONE, elsewhere)))
                .isEqualTo(new Unknown(Blindness.OTHER_STORE, "timeline"));
    }

    @Test
    void a_server_that_is_behind_the_erasure_is_stale() {
        ServerIdentity identity =
                LogPosition.decoded(eraser.position()).orElseThrow().identity();
        Position future = new LogPosition(identity, "FFFF/0").encoded();

        assertThat(look(new Question(ACME_1, Position.NONE, future)))
                .isEqualTo(new Unknown(Blindness.STALE, "log-position"));
    }

    @Test
    void a_replica_that_replays_nothing_was_promoted() {
        Scope replica = new Scope(SCOPE.catalog(), SCOPE.resource(), new Location("reports", Saas.STORE));

        assertThat(look(probe, replica, Question.about(ACME_1)))
                .isEqualTo(new Unknown(Blindness.OTHER_STORE, "not-in-recovery"));
    }

    @Test
    void a_count_that_was_cut_off_is_incomplete() throws SQLException {
        StoreAccess verifier = saas.access("verifier");
        Database database = Database.forReading(verifier, "expunge-verifier", Duration.ofSeconds(5));

        try (Probe hurried = new PostgresProbe(
                        Saas.STORE, new PinnedIdentity(Optional.empty()), database, Duration.ofMillis(300));
                Connection migration = begin("LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE")) {
            assertThat(look(hurried, SCOPE, Question.about(ACME_1)))
                    .isEqualTo(new Unknown(Blindness.INCOMPLETE, "57014"));
            migration.rollback();
        }
    }

    @Test
    void without_a_generation_column_a_living_tenants_rows_can_not_be_told_from_residue() {
        Resource unseparated = Saas.resource(
                "main.tickets",
                new TenantColumn("public.tickets", "id", "tenant_id", Optional.empty()),
                FenceKind.REGISTRY_LOCK);
        saas.run(INSERT);
        Question question = Question.about(ACME_1);

        assertThat(look(probe, Saas.scope(unseparated), question))
                .isInstanceOfSatisfying(
                        Seen.class, seen -> assertThat(seen.residue()).isEqualTo(1));

        saas.open(ACME, 2);
        assertThat(look(probe, Saas.scope(unseparated), question))
                .isEqualTo(new Unknown(Blindness.INCOMPLETE, "reopened-without-generation"));

        saas.run("DELETE FROM tickets");
        assertThat(look(probe, Saas.scope(unseparated), question))
                .isInstanceOfSatisfying(
                        Seen.class, seen -> assertThat(seen.anything()).isFalse());
    }

    @Test
    void soft_deleted_rows_are_rows() {
        saas.run("ALTER TABLE tickets ADD COLUMN deleted_at timestamptz DEFAULT now()", INSERT);

        assertThat(look(Question.about(ACME_1)))
                .isInstanceOfSatisfying(
                        Seen.class, seen -> assertThat(seen.residue()).isEqualTo(1));
    }

    @Test
    void a_probe_can_not_write() {
        Database database = Database.forReading(saas.superuser(), "expunge-verifier", Duration.ofSeconds(5));

        try (database) {
            Optional<Failure> failure = failure(() -> database.transaction(
                    Deadline.in(Duration.ofSeconds(5)),
                    session -> session.change(Sql.of("DELETE FROM public.tickets"))));
            assertThat(failure).map(Failure::code).contains("25006");
        }
    }

    private static Optional<Failure> failure(Failing call) {
        try {
            call.run();
            return Optional.empty();
        } catch (Failed failed) {
            return Optional.of(failed.failure());
        }
    }

    private interface Failing {
        void run() throws Failed;
    }

    private Connection begin(String statement) throws SQLException {
        Connection connection = saas.server.connect(saas.database);
        connection.setAutoCommit(false);
        connection.createStatement().execute(statement);
        return connection;
    }

    private Sighting look(Question question) {
        return look(probe, SCOPE, question);
    }

    private static Sighting look(Probe probe, Scope scope, Question question) {
        Subject subject = question.subject();
        return Optional.ofNullable(probe.look(scope, List.of(question)).get(subject))
                .orElseThrow();
    }
}
