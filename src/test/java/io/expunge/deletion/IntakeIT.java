package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.tenant.InvalidTenantId;
import io.expunge.tenant.TenantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What an application may ask in its own database, as it asks. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class IntakeIT {

    private static final long SEED = 20_260_301;
    private static final String DENIED = "42501";
    private static final String INVALID = "22023";
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final IntakeDatabase database;

    IntakeIT() throws SQLException {
        database = new IntakeDatabase();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        database.close();
    }

    @Test
    void I1_asking_twice_gives_the_same_id() {
        String first = submit("acme", 1);

        assertThat(first).matches("dj_[0-9a-f]{32}");
        assertThat(submit("acme", 1)).isEqualTo(first);
        assertThat(submit("acme", 2)).isNotEqualTo(first);
        assertThat(submit("ACME", 1)).isNotEqualTo(first);
        assertThat(requests()).isEqualTo(3);
    }

    @Test
    void I1_two_connections_that_ask_at_once_get_the_same_id() throws SQLException {
        try (Connection open = database.as(Role.INTAKE).getConnection()) {
            open.setAutoCommit(false);
            String first = submit(open, "acme", 1);
            Future<String> second = threads.submit(() -> submit("acme", 1));
            Blocked.awaitOneIn(database.as(Role.SUPERUSER));
            open.commit();

            assertThat(second).succeedsWithin(AT_ONCE).isEqualTo(first);
        }
    }

    @Test
    void a_request_falls_with_the_transaction_of_the_application() throws SQLException {
        try (Connection open = database.as(Role.INTAKE).getConnection()) {
            open.setAutoCommit(false);
            String first = submit(open, "acme", 1);
            Future<String> second = threads.submit(() -> submit("acme", 1));
            Blocked.awaitOneIn(database.as(Role.SUPERUSER));
            open.rollback();

            assertThat(second).succeedsWithin(AT_ONCE).isNotEqualTo(first);
            assertThat(requests()).isEqualTo(1);
        }
    }

    @Test
    void a_request_waits_on_no_table_of_the_application() throws SQLException {
        database.register("acme", 1, "CLOSED");
        try (Connection locking = database.as(Role.SUPERUSER).getConnection();
                Statement lock = locking.createStatement()) {
            locking.setAutoCommit(false);
            lock.execute("LOCK TABLE tenant_registry IN ACCESS EXCLUSIVE MODE");

            assertThat(threads.submit(() -> submit("acme", 1))).succeedsWithin(AT_ONCE);
        }
    }

    @Test
    void I12_the_function_refuses_the_ids_that_the_product_refuses_and_no_other() throws SQLException {
        List<String> ids = new ArrayList<>(List.of(
                "",
                " ",
                "\t",
                "\u00a0",
                "\u2003 ",
                "%",
                "*",
                "_%*",
                "[^-]",
                "\\",
                "a\nb",
                "\u007f",
                "a\u0085",
                "\ufffd",
                "acme\ufffd",
                "a".repeat(256),
                "a".repeat(257),
                "\ud83d\ude80".repeat(256),
                "\ud83d\ude80".repeat(257),
                "acme",
                "ac%me",
                "acme*",
                "[acme]",
                "ac me",
                "acme/x",
                "'; DROP TABLE x; --",
                "\u3000\u1680",
                "-",
                "?",
                "a?",
                "\u200b",
                "acm\u00e9",
                "acme\u0301",
                "$1",
                "{tenant}",
                "\u2028"));
        Random random = new Random(SEED);
        String alphabet = "*?%_[]^-\\ \t\u00a0\u2003\u3000\u0001\u0085\ufffda\u00e9\u200b";
        for (int i = 0; i < 300; i++) {
            StringBuilder id = new StringBuilder();
            for (int length = random.nextInt(4); length >= 0; length--) {
                id.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            ids.add(id.toString());
        }

        try (Connection application = database.as(Role.INTAKE).getConnection()) {
            for (String id : ids) {
                assertThat(refusedByTheFunction(application, id))
                        .as("code points %s, seed %d", id.codePoints().boxed().toList(), SEED)
                        .isEqualTo(refusedByTheProduct(id));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'acme-of-old', -1, 'CLOSED_BY_OWNER'",
                "'acme-of-old', 1, 'closed by owner'",
                "'acme-of-old', 1, NULL",
                "'acme-of-old', NULL, 'CLOSED_BY_OWNER'",
                "NULL, 1, 'CLOSED_BY_OWNER'",
                "'acme-of-old', 1, 'CLOSED_BY_OWNER', 'ticket of acme-of-old'",
                "'acme-of-old', 1, 'CLOSED_BY_OWNER', NULL, 'infinity'",
                "'acme-of-old', 1, 'CLOSED_BY_OWNER', NULL, '-infinity'",
                "repeat('acme-of-old', 30), 1, 'CLOSED_BY_OWNER'"
            })
    void I7_what_is_no_request_is_refused_without_repeating_it(String arguments) {
        assertThatThrownBy(() -> ControlDatabase.execute(
                        database.as(Role.INTAKE), "SELECT expunge_intake.submit_deletion(" + arguments + ")"))
                .cause()
                .isInstanceOfSatisfying(PSQLException.class, refused -> {
                    ServerErrorMessage said = Objects.requireNonNull(refused.getServerErrorMessage());
                    assertThat(said.getSQLState()).isEqualTo(INVALID);
                    assertThat(said.getMessage()).doesNotContain("acme-of-old");
                    assertThat(said.getDetail()).isNull();
                });
        assertThat(requests()).isZero();
    }

    @Test
    void a_tenant_that_is_opened_again_gets_the_next_generation() {
        database.register("acme", 1, "CLOSED");

        assertThat(reopen("acme")).isEqualTo(new Reopened(2, null));

        assertThat(registry("acme")).isEqualTo("2 OPEN null");
    }

    @Test
    void I1_a_generation_that_was_asked_to_be_erased_is_never_given_again() {
        database.register("acme", 1, "CLOSED");
        submit("acme", 1);
        submit("acme", 5);

        assertThat(reopen("acme").generation()).isEqualTo(6);
    }

    @Test
    void I1_nor_when_the_registry_forgot_and_began_anew() {
        database.register("acme", 3, "CLOSED");
        submit("acme", 3);
        ControlDatabase.execute(database.as(Role.SUPERUSER), "DELETE FROM tenant_registry");
        database.register("acme", 1, "CLOSED");

        assertThat(reopen("acme").generation()).isEqualTo(4);
    }

    @Test
    void who_is_unknown_or_open_or_being_erased_where_that_keeps_it_closed_is_not_opened() {
        database.register("open", 1, "OPEN");
        database.register("closed", 1, "CLOSED");
        submit("closed", 1);
        database.client(Role.ERASER)
                .sql("UPDATE expunge_intake.deletion_request SET refuses_reopen = TRUE")
                .update();

        assertThat(reopen("nobody")).isEqualTo(new Reopened(null, "UNKNOWN_TENANT"));
        assertThat(reopen("open")).isEqualTo(new Reopened(null, "NOT_CLOSED"));
        assertThat(reopen("closed")).isEqualTo(new Reopened(null, "ERASURE_OPEN"));
        assertThat(registry("open")).isEqualTo("1 OPEN null");
        assertThat(registry("closed")).startsWith("1 CLOSED 2");
    }

    @Test
    void of_two_that_open_a_tenant_at_once_one_does() throws SQLException {
        database.register("acme", 1, "CLOSED");
        try (Connection open = database.as(Role.INTAKE).getConnection()) {
            open.setAutoCommit(false);
            Reopened first = reopen(open, "acme");
            Future<Reopened> second = threads.submit(() -> reopen("acme"));
            Blocked.awaitOneIn(database.as(Role.SUPERUSER));
            open.commit();

            assertThat(first).isEqualTo(new Reopened(2, null));
            assertThat(second).succeedsWithin(AT_ONCE).isEqualTo(new Reopened(null, "NOT_CLOSED"));
        }
    }

    @Test
    void the_application_calls_the_functions_and_can_do_nothing_else() {
        for (String statement : List.of(
                "SELECT * FROM expunge_intake.deletion_request",
                "INSERT INTO expunge_intake.deletion_request DEFAULT VALUES",
                "UPDATE expunge_intake.deletion_request SET received_at = now()",
                "DELETE FROM expunge_intake.deletion_request",
                "TRUNCATE expunge_intake.deletion_request",
                "SELECT * FROM expunge_intake.flyway_schema_history",
                "SELECT * FROM tenant_registry",
                "UPDATE tenant_registry SET state = 'OPEN'",
                "CREATE TABLE expunge_intake.mine (id integer)",
                "CREATE SCHEMA mine")) {
            denied(Role.INTAKE, statement);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VERIFIER", "COMPLIANCE", "ERASER"})
    void nobody_else_calls_the_functions(Role role) {
        denied(role, "SELECT expunge_intake.submit_deletion('acme', 1, 'CLOSED_BY_OWNER')");
        denied(role, "SELECT * FROM expunge_intake.reopen('acme')");
    }

    @Test
    void the_eraser_reads_requests_and_writes_only_what_became_of_them() {
        denied(Role.ERASER, "UPDATE expunge_intake.deletion_request SET tenant_id = 'other'");
        denied(Role.ERASER, "DELETE FROM expunge_intake.deletion_request");
        denied(Role.VERIFIER, "SELECT * FROM expunge_intake.deletion_request");
        denied(Role.COMPLIANCE, "SELECT * FROM expunge_intake.deletion_request");
    }

    @Test
    void requests_are_received_once_oldest_first() {
        Intake intake = database.intake();
        String first = submit("acme", 1);
        String second = submit("hooli", 1);
        String third = submit("globex", 1);

        assertThat(intake.unreceived(2)).extracting(DeletionRequest::id).containsExactly(first, second);
        intake.unreceived(2).forEach(intake::received);

        assertThat(intake.unreceived(2)).extracting(DeletionRequest::id).containsExactly(third);
    }

    @Test
    void a_request_that_is_made_again_while_it_is_received_is_received_again() {
        Intake intake = database.intake();
        String id = submit("acme", 1);
        DeletionRequest read = intake.unreceived(1).get(0);
        submit("acme", 1);

        intake.received(read);

        assertThat(intake.unreceived(1)).singleElement().satisfies(again -> {
            assertThat(again.id()).isEqualTo(id);
            assertThat(again.lastRequestedAt()).isAfter(read.lastRequestedAt());
            assertThat(again.requestedAt()).isEqualTo(read.requestedAt());
        });
    }

    @Test
    void what_the_product_submits_is_what_it_reads_back() {
        Intake intake = database.intake();
        Instant notBefore = Instant.parse("2030-01-01T00:00:00Z");
        TenantId tenant = new TenantId("ac%me's \ud83d\ude80");

        String id = intake.submit(tenant, 3, "CLOSED_BY_OWNER", Optional.of("OPS-7"), Optional.of(notBefore));

        assertThat(intake.find(id)).hasValueSatisfying(request -> {
            assertThat(request.tenant()).isEqualTo(tenant);
            assertThat(request.generation()).isEqualTo(3);
            assertThat(request.reasonCode()).isEqualTo("CLOSED_BY_OWNER");
            assertThat(request.ticket()).contains("OPS-7");
            assertThat(request.notBefore()).contains(notBefore);
            assertThat(request.requestedBy()).isEqualTo("expunge_intake");
            assertThat(request.lastRequestedAt()).isEqualTo(request.requestedAt());
        });
        assertThat(intake.find("dj_" + "0".repeat(32))).isEmpty();
    }

    private void denied(Role role, String statement) {
        assertThatThrownBy(() -> ControlDatabase.execute(database.as(role), statement))
                .as("%s: %s", role, statement)
                .cause()
                .isInstanceOfSatisfying(
                        SQLException.class,
                        denied -> assertThat(denied.getSQLState()).isEqualTo(DENIED));
    }

    private static boolean refusedByTheFunction(Connection application, String id) {
        try {
            submit(application, id, 1);
            return false;
        } catch (SQLException refused) {
            assertThat(refused.getSQLState()).isEqualTo(INVALID);
            return true;
        }
    }

    private static boolean refusedByTheProduct(String id) {
        try {
            return new TenantId(id).value().isEmpty();
        } catch (InvalidTenantId refused) {
            return true;
        }
    }

    private String submit(String tenant, int generation) {
        try (Connection connection = database.as(Role.INTAKE).getConnection()) {
            return submit(connection, tenant, generation);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String submit(Connection connection, String tenant, int generation) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement("SELECT expunge_intake.submit_deletion(?, ?, 'CLOSED_BY_OWNER')")) {
            call.setString(1, tenant);
            call.setInt(2, generation);
            try (ResultSet answer = call.executeQuery()) {
                answer.next();
                return answer.getString(1);
            }
        }
    }

    private record Reopened(
            @Nullable Integer generation, @Nullable String refusal) {}

    private Reopened reopen(String tenant) {
        try (Connection connection = database.as(Role.INTAKE).getConnection()) {
            return reopen(connection, tenant);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Reopened reopen(Connection connection, String tenant) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement("SELECT generation, refusal FROM expunge_intake.reopen(?)")) {
            call.setString(1, tenant);
            try (ResultSet answer = call.executeQuery()) {
                answer.next();
                return new Reopened(answer.getObject(1, Integer.class), answer.getString(2));
            }
        }
    }

    private String registry(String tenant) {
        return database.client(Role.SUPERUSER)
                .sql("SELECT concat_ws(' ', generation, state, coalesce(closed_at::text, 'null')) FROM tenant_registry"
                        + " WHERE tenant_id = :tenant")
                .param("tenant", tenant)
                .query(String.class)
                .single();
    }

    private long requests() {
        return database.client(Role.SUPERUSER)
                .sql("SELECT count(*) FROM expunge_intake.deletion_request")
                .query(Long.class)
                .single();
    }
}
