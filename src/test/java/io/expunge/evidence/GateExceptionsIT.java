package io.expunge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * I3: what stays counts as proved only under an exception that another login approved, that has not ended, and that covers it.
 *
 * <p>A complete proof, of which main.users is bent to have kept three items: RETAINED, with a receipt, found RETAINED twice.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GateExceptionsIT {

    private static final String SAME_PERSON = "the same person asked for this erasure, or acted on it";

    private static final String KEPT = """
            UPDATE expunge.deletion_task SET state = 'RETAINED' WHERE id LIKE '%-001';
            UPDATE expunge.receipt SET end_state = 'RETAINED' WHERE task_id LIKE '%-001';
            UPDATE expunge.evidence SET verdict = 'RETAINED', gap_code = 'EXCEPTION', residue = 3 WHERE task_id LIKE '%-001'
            """;
    private static final String BEYOND = "main.users@primary holds more than its exceptions cover";

    private static GivenEvidence given;
    private static DeletionJob job;

    @BeforeAll
    static void prove() {
        given = new GivenEvidence(ControlDatabases.postgres());
        job = given.proved("acme");
        // One letter on the task as a whole, and three on items.
        for (String hash : new String[] {"NULL", "'sha256:1'", "'sha256:2'", "'sha256:3'"}) {
            given.control().tamper("""
                    INSERT INTO expunge.dead_letter
                        (task_id, job_id, round, store, error_class, error_code, item_hash, owner, opened_at, last_at)
                    VALUES ('%s-001', '%s', 1, 'main', 'POISON', 'P0001', %s, 'team', now(), now())
                    """.formatted(job.id(), job.id(), hash));
        }
    }

    @AfterAll
    static void close() {
        given.control().close();
    }

    @Test
    void I3_what_is_covered_passes() {
        passes(whole(3, "1 day"));
        passes(whole(4, "1 day"));
        passes(item(1, 1, "1 day"), item(2, 1, "1 day"), item(3, 1, "1 day"));
        passes(item(1, 3, "1 day"));
    }

    @Test
    void I3_the_approver_is_who_logged_in_whatever_is_written() throws SQLException {
        try (Connection connection = given.control().unpooled(Role.SUPERUSER).getConnection();
                Statement sql = connection.createStatement()) {
            connection.setAutoCommit(false);
            sql.execute(exception("dl.item_hash IS NULL", 3, "1 day", "'somebody-else'"));

            ResultSet written =
                    sql.executeQuery("SELECT approver = session_user AND approved_at > now() - interval '1 minute'"
                            + " FROM expunge.policy_exception");

            assertThat(written.next() && written.getBoolean(1)).isTrue();
            connection.rollback();
        }
    }

    @Test
    void I3_without_an_exception_nothing_may_stay() {
        refuses("main.users@primary is not erased");
    }

    @Test
    void I3_one_item_more_than_is_covered() {
        refuses(BEYOND, whole(2, "1 day"));
        refuses(BEYOND, item(1, 1, "1 day"), item(2, 1, "1 day"));
        refuses(
                BEYOND,
                whole(3, "1 day"),
                "UPDATE expunge.evidence SET residue = 4 WHERE run_id = 'look-1' AND task_id LIKE '%-001'");
        refuses(
                BEYOND,
                whole(3, "1 day"),
                "UPDATE expunge.evidence SET residue = 4 WHERE run_id = 'look-2' AND task_id LIKE '%-001'");
    }

    @Test
    void I3_an_exception_that_has_ended_covers_nothing() {
        refuses("main.users@primary is not erased", whole(3, "-1 second"));
        refuses(BEYOND, item(1, 1, "1 day"), item(2, 1, "1 day"), item(3, 1, "-1 second"));
    }

    @Test
    void I3_the_latest_exception_for_the_same_thing_is_the_one_that_counts() {
        refuses(BEYOND, whole(3, "1 day"), whole(2, "1 day"));
        refuses("main.users@primary is not erased", whole(3, "1 day"), whole(3, "-1 second"));
        refuses(BEYOND, item(1, 1, "1 day"), item(1, 1, "1 day"), item(1, 1, "1 day"));
        passes(whole(2, "-1 second"), whole(3, "1 day"));
    }

    @Test
    void I3_an_exception_is_for_one_task() {
        refuses(
                "main.users@primary is not erased",
                whole(3, "1 day"),
                "UPDATE expunge.policy_exception SET task_id = '" + job.id() + "-002'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE expunge.deletion_task SET state = 'ERASED' WHERE id LIKE '%-001';"
                        + "UPDATE expunge.receipt SET end_state = 'ERASED' WHERE task_id LIKE '%-001'",
                "UPDATE expunge.evidence SET ungenerated = 1 WHERE run_id = 'look-2' AND task_id LIKE '%-001'",
                "UPDATE expunge.evidence SET residue = NULL WHERE run_id = 'look-1' AND task_id LIKE '%-001'",
                "UPDATE expunge.evidence SET verdict = 'RESIDUE' WHERE run_id = 'look-2' AND task_id LIKE '%-001'",
                "UPDATE expunge.evidence SET verdict = 'UNKNOWN' WHERE run_id = 'look-1' AND task_id LIKE '%-001'"
            })
    void I3_I4_an_exception_helps_nothing_but_what_the_eraser_left_and_the_looks_counted(String tampering) {
        refuses("main.users@primary was not found empty twice running", whole(3, "1 day"), tampering);
    }

    @Test
    void I3_what_stays_needs_its_receipt_and_its_control_too() {
        refuses(
                "main.users@primary has no receipt of this round",
                whole(3, "1 day"),
                "UPDATE expunge.receipt SET end_state = 'ERASED'");
        refuses(
                "main.users@primary was looked at without the control",
                whole(3, "1 day"),
                "UPDATE expunge.evidence SET control = 'NOT_SEEN' WHERE run_id = 'look-1'");
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"ERASER", "VERIFIER", "OPERATOR", "APPROVER", "COMPLIANCE", "INTAKE"})
    void I3_nobody_forges_an_exception_by_writing_the_table(Role role) {
        for (String forged : new String[] {
            exception("dl.item_hash IS NULL", 3, "1 day", "'ben'"),
            "UPDATE expunge.policy_exception SET items = 9",
            "DELETE FROM expunge.policy_exception"
        }) {
            assertThatThrownBy(() -> as(role, forged)).as(forged).hasMessageContaining("permission denied");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"ERASER", "VERIFIER", "OPERATOR", "COMPLIANCE", "INTAKE"})
    void I3_nobody_but_an_approver_may_ask_for_one(Role role) {
        assertThatThrownBy(
                        () -> as(role, "SELECT expunge.waive_dead_letter(1, 3, 'X', NULL, now() + interval '1 day')"))
                .hasMessageContaining("permission denied");
    }

    /** The owner may write the table; the trigger holds the owner as well. */
    @Test
    void I3_a_login_that_people_share_approves_nothing_nor_does_the_one_that_asked() throws SQLException {
        assertThatThrownBy(() -> as(Role.OWNER, exception("dl.item_hash IS NULL", 3, "1 day", "'ben'")))
                .hasMessageContaining("a login that people share approves nothing");
        assertThat(whyNot("expunge_eraser")).contains("share");
        assertThat(whyNot("ben")).isEmpty();
        assertThat(whyNot("saas_verifier")).isEqualTo("the login is no member of expunge_approver");
        given.control().tamper("UPDATE expunge.deletion_job SET requested_by = 'ben'");
        try {
            assertThat(whyNot("ben")).isEqualTo(SAME_PERSON);
        } finally {
            given.control().tamper("UPDATE expunge.deletion_job SET requested_by = 'saas_app'");
        }
    }

    @Test
    void I3_nobody_waives_what_the_same_person_acted_on_under_whatever_login() throws SQLException {
        String act = "INSERT INTO expunge.audit_event (recorded_at, actor, action, job_id, detail)"
                + " VALUES (now(), '%s', '%s', '" + job.id() + "', '')";
        given.control().tamper(act.formatted("ben", "dead_letter.waived"));
        assertThat(whyNot("ben")).as("who waived once may waive again").isEmpty();
        given.control().tamper(act.formatted("ben_at_work", "job.resumed"));
        assertThat(whyNot("ben")).as("nobody knows who that is").isEmpty();
        given.control()
                .tamper("INSERT INTO expunge.catalog_snapshot (hash, policy_version, content) VALUES ('people', '1',"
                        + " '{\"approvers\":[{\"person\":\"ben\",\"logins\":[\"ben\",\"ben_at_work\"]}]}')");
        given.control()
                .tamper("INSERT INTO expunge.catalog_current (singleton, hash, version) VALUES (1, 'people', 1)");
        try {
            assertThat(whyNot("ben")).isEqualTo(SAME_PERSON);
            assertThat(whyNot("ann")).isEqualTo("the catalog names no approver with this login");

            given.control().tamper("DELETE FROM expunge.audit_event WHERE actor = 'ben_at_work'");
            assertThat(whyNot("ben")).isEmpty();
        } finally {
            given.control().tamper("DELETE FROM expunge.catalog_current");
            given.control().tamper("DELETE FROM expunge.audit_event WHERE actor LIKE 'ben%'");
        }
    }

    @ParameterizedTest
    @CsvSource({"dl.task_id, dl.job_id || '-002'", "'dl.item_hash,', '''sha256:9'','"})
    void I3_an_exception_is_of_the_task_and_item_of_its_letter(String column, String another) {
        String forged = whole(3, "1 day").replace(column, another);

        assertThatThrownBy(() -> as(Role.SUPERUSER, forged)).hasMessageContaining("task and item of its dead letter");
    }

    /** Empty if it may approve. */
    private static String whyNot(String login) {
        return given.control()
                .client(Role.SUPERUSER)
                .sql("SELECT COALESCE(expunge.why_not_approver(:job, CAST(:login AS name)), '')")
                .param("job", job.id())
                .param("login", login)
                .query(String.class)
                .single();
    }

    private static String whole(int items, String lasting) {
        return exception("dl.item_hash IS NULL", items, lasting, "'ben'");
    }

    private static String item(int number, int items, String lasting) {
        return exception("dl.item_hash = 'sha256:" + number + "'", items, lasting, "'ben'");
    }

    private static String exception(String letter, int items, String lasting, String approver) {
        return """
                INSERT INTO expunge.policy_exception
                    (job_id, task_id, kind, dead_letter_id, item_hash, items, reason_code, approver, approved_at, expires_at)
                SELECT dl.job_id, dl.task_id, 'RETAIN', dl.id, dl.item_hash, %d, 'LEGAL_CLAIM', %s,
                       now() - interval '1 hour', now() + interval '%s'
                FROM expunge.dead_letter dl
                WHERE %s
                """.formatted(items, approver, lasting, letter);
    }

    private static void passes(String... tampering) {
        assertThatCode(() -> attempt(tampering)).doesNotThrowAnyException();
    }

    private static void refuses(String missing, String... tampering) {
        assertThatThrownBy(() -> attempt(tampering))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("can't be VERIFIED: " + missing);
    }

    /** In one transaction that is rolled back, with triggers off while the proof is bent. */
    private static void attempt(String... tampering) throws SQLException {
        try (Connection connection = given.control().unpooled(Role.SUPERUSER).getConnection();
                Statement sql = connection.createStatement()) {
            connection.setAutoCommit(false);
            sql.execute("SET LOCAL session_replication_role = replica");
            sql.execute(KEPT);
            for (String act : tampering) {
                sql.execute(act);
            }
            sql.execute("SET LOCAL session_replication_role = origin");
            sql.execute("SET LOCAL ROLE expunge_verifier");
            try {
                sql.execute("UPDATE expunge.deletion_job SET state = 'VERIFIED'");
            } finally {
                connection.rollback();
            }
        }
    }

    private static void as(Role role, String statement) throws SQLException {
        try (Connection connection = given.control().unpooled(role).getConnection();
                Statement sql = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                sql.execute(statement);
            } finally {
                connection.rollback();
            }
        }
    }
}
