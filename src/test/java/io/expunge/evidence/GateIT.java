package io.expunge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
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
 * I3: the database refuses VERIFIED, whoever asks, as soon as one piece of the proof is missing.
 *
 * <p>A complete proof is written once, by the product's own classes. Each test takes one piece away, in a transaction that is
 * rolled back, and tries as each role, by UPDATE and by INSERT.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GateIT {

    private static final String REFUSED = "23514";
    private static final String DENIED = "42501";
    private static final List<Role> THAT_MAY_UPDATE = List.of(Role.OWNER, Role.ERASER, Role.VERIFIER, Role.SUPERUSER);
    private static final List<Role> THAT_MAY_INSERT = List.of(Role.OWNER, Role.ERASER, Role.SUPERUSER);

    private static final String UPDATE = "UPDATE expunge.deletion_job SET state = 'VERIFIED'";
    private static final String INSERT = "INSERT INTO expunge.deletion_job SELECT * FROM public.verified_job";

    /** The job is put away, so that it can be inserted whole; its proof stays. */
    private static final String PUT_AWAY = """
            CREATE TABLE public.verified_job AS SELECT * FROM expunge.deletion_job;
            UPDATE public.verified_job SET state = 'VERIFIED';
            GRANT SELECT ON public.verified_job TO PUBLIC;
            DELETE FROM expunge.deletion_job
            """;

    private static GivenEvidence given;
    private static DeletionJob job;

    @BeforeAll
    static void prove() {
        given = new GivenEvidence(ControlDatabases.postgres());
        job = given.proved("acme");
    }

    @AfterAll
    static void close() {
        given.control().close();
    }

    @Test
    void I3_a_complete_proof_passes_whoever_asks() throws SQLException {
        for (Role role : THAT_MAY_UPDATE) {
            attempt(role, UPDATE);
        }
        for (Role role : THAT_MAY_INSERT) {
            attempt(role, INSERT, PUT_AWAY);
        }
    }

    @Test
    void I3_the_verifier_verifies_what_is_proved() {
        GivenJobs verifier = given.verifier();

        given.control().transaction(Role.VERIFIER).executeWithoutResult(status -> {
            DeletionJob verified = verifier.jobs().move(job, verifier.lease(job), new JobMove.Verify(), GivenJobs.NOW);
            assertThat(verified.state()).isEqualTo(JobState.VERIFIED);
            status.setRollbackOnly();
        });
    }

    @Test
    void I3_a_task_that_is_not_required_may_be_missing() throws SQLException {
        attempt(Role.VERIFIER, UPDATE, "DELETE FROM expunge.deletion_task WHERE NOT required");
        attempt(Role.VERIFIER, UPDATE, "UPDATE expunge.deletion_task SET round = 7 WHERE NOT required");
    }

    @Test
    void I3_a_plan_of_no_task_proves_nothing() {
        refused("the plan has no required task", "DELETE FROM expunge.deletion_task");
        refused("the plan has no required task", "UPDATE expunge.deletion_task SET required = FALSE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PENDING", "RUNNING", "WAITING_RETRY", "BLOCKED", "EXPIRING", "RETAINED"})
    void I3_a_task_that_is_not_erased(String state) {
        refused(
                "main.users@primary is not erased",
                "UPDATE expunge.deletion_task SET state = '" + state + "', block_reason = "
                        + (state.equals("BLOCKED") ? "'HELD'" : "NULL") + " WHERE resource_id = 'main.users'",
                "UPDATE expunge.receipt SET end_state = '" + state + "'");
    }

    @Test
    void I3_a_task_of_another_round() {
        refused(
                "cache.keys@primary is not erased",
                "UPDATE expunge.deletion_task SET round = 2 WHERE resource_id = 'cache.keys'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM expunge.receipt WHERE task_id LIKE '%-002'",
                "UPDATE expunge.receipt SET round = 2 WHERE task_id LIKE '%-002'",
                "UPDATE expunge.receipt SET end_state = 'ALREADY_ABSENT' WHERE task_id LIKE '%-002'"
            })
    void I3_no_receipt_of_what_was_done_in_this_round(String tampering) {
        refused("cache.keys@primary has no receipt of this round", tampering);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM expunge.evidence WHERE task_id LIKE '%-002' AND run_id = 'look-1'",
                "DELETE FROM expunge.evidence WHERE task_id LIKE '%-002' AND run_id = 'look-2'",
                "DELETE FROM expunge.evidence WHERE task_id LIKE '%-002'",
                "UPDATE expunge.evidence SET round = 2 WHERE task_id LIKE '%-002' AND run_id = 'look-1'",
                "UPDATE expunge.evidence SET job_id = 'dj_other' WHERE task_id LIKE '%-002'"
            })
    void I3_a_look_that_is_missing(String tampering) {
        refused("cache.keys@primary lacks a look of this round", tampering);
    }

    @ParameterizedTest
    @CsvSource({
        "look-1, RESIDUE",
        "look-1, UNKNOWN",
        "look-1, RETAINED",
        "look-2, RESIDUE",
        "look-2, UNKNOWN",
        "look-2, RETAINED"
    })
    void I3_I4_a_look_that_did_not_find_it_empty(String run, String verdict) {
        refused(
                "main.users@primary was not found empty twice running",
                "UPDATE expunge.evidence SET verdict = '" + verdict + "' WHERE task_id LIKE '%-001' AND run_id = '"
                        + run + "'");
    }

    @ParameterizedTest
    @CsvSource({"look-1, NOT_SEEN", "look-1, NOT_ASKED", "look-2, NOT_SEEN", "look-2, NOT_ASKED"})
    void I3_I4_a_look_without_the_control(String run, String control) {
        refused(
                "main.users@primary was looked at without the control",
                "UPDATE expunge.evidence SET control = '" + control + "' WHERE task_id LIKE '%-001' AND run_id = '"
                        + run + "'");
    }

    @Test
    void I3_two_looks_by_one_run() {
        refused(
                "main.users@primary was looked at twice by one run",
                "ALTER TABLE expunge.evidence DROP CONSTRAINT evidence_once_per_run",
                "UPDATE expunge.evidence SET run_id = 'look-2' WHERE task_id LIKE '%-001'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"look-1", "look-2"})
    void I3_I8_a_look_that_is_not_sealed(String run) {
        refused(
                "main.users@primary has a look that is not sealed",
                "DELETE FROM expunge.evidence_seal WHERE run_id = '" + run + "'");
    }

    @Test
    void I3_a_look_from_before_the_erasure() {
        refused(
                "main.users@primary was looked at before it was erased",
                "UPDATE expunge.receipt SET recorded_at = recorded_at + interval '2 seconds'"
                        + " WHERE task_id LIKE '%-001'");
    }

    @Test
    void I3_a_second_look_too_soon() {
        refused(
                "main.users@primary was looked at again too soon",
                "UPDATE expunge.evidence SET observed_at = observed_at - interval '1 microsecond'"
                        + " WHERE task_id LIKE '%-001' AND run_id = 'look-2'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE expunge.drift_check SET outcome = 'DRIFT' WHERE store = 'cache' AND run_id = 'look-2'",
                "UPDATE expunge.drift_check SET outcome = 'UNKNOWN' WHERE store = 'cache' AND run_id = 'look-2'",
                "DELETE FROM expunge.drift_check WHERE store = 'cache' AND run_id = 'look-2'",
                "DELETE FROM expunge.drift_check WHERE run_id = 'look-2'",
                "UPDATE expunge.drift_check SET catalog_hash = 'sha256:other' WHERE store = 'cache'"
            })
    void I3_I10_a_store_that_was_not_found_free_of_drift(String tampering) {
        refused("a store of the plan was not found free of drift", tampering);
    }

    @Test
    void I3_the_proof_is_looked_at_as_the_job_will_be_and_not_as_it_was() {
        for (Role role : THAT_MAY_UPDATE) {
            assertThatThrownBy(() -> attempt(role, UPDATE + ", round = 2")).hasMessageContaining("is not erased");
            assertThatThrownBy(() -> attempt(role, UPDATE + ", catalog_hash = 'sha256:other'"))
                    .hasMessageContaining("was not found free of drift");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"round = 2", "catalog_hash = 'sha256:other'"})
    void I3_what_is_verified_stays_what_was_proved(String change) {
        assertThatThrownBy(() -> attempt(Role.OWNER, UPDATE + "; UPDATE expunge.deletion_job SET " + change))
                .hasMessageContaining("can't be VERIFIED");
    }

    /** A refusal by grant says nothing about the gate; so it is told apart. */
    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"COMPLIANCE", "INTAKE"})
    void who_may_not_write_jobs_is_denied_before_the_gate(Role role) {
        for (String statement : List.of(UPDATE, INSERT)) {
            assertThatThrownBy(() -> attempt(role, statement, statement.equals(INSERT) ? PUT_AWAY : "SELECT 1"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            denied -> assertThat(denied.getSQLState()).isEqualTo(DENIED));
        }
    }

    @Test
    void the_verifier_inserts_no_job() {
        assertThatThrownBy(() -> attempt(Role.VERIFIER, INSERT, PUT_AWAY))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        denied -> assertThat(denied.getSQLState()).isEqualTo(DENIED));
    }

    private static void refused(String missing, String... tampering) {
        for (Role role : THAT_MAY_UPDATE) {
            refuses(role, UPDATE, missing, tampering);
        }
        String[] putAwayToo = Arrays.copyOf(tampering, tampering.length + 1);
        putAwayToo[tampering.length] = PUT_AWAY;
        for (Role role : THAT_MAY_INSERT) {
            refuses(role, INSERT, missing, putAwayToo);
        }
    }

    private static void refuses(Role role, String statement, String missing, String... tampering) {
        assertThatThrownBy(() -> attempt(role, statement, tampering))
                .as("%s: %s", role, statement)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).isEqualTo(REFUSED))
                .hasMessageContaining("can't be VERIFIED: " + missing);
    }

    /** In one transaction that is rolled back: tampers with triggers and foreign keys off, then tries as that role. */
    private static void attempt(Role role, String statement, String... tampering) throws SQLException {
        try (Connection connection = given.control().unpooled(Role.SUPERUSER).getConnection();
                Statement sql = connection.createStatement()) {
            connection.setAutoCommit(false);
            sql.execute("SET LOCAL session_replication_role = replica");
            for (String act : tampering) {
                sql.execute(act);
            }
            sql.execute("SET LOCAL session_replication_role = origin");
            if (role != Role.SUPERUSER) {
                sql.execute("SET LOCAL ROLE " + role.roleName());
            }
            try {
                sql.execute(statement);
            } finally {
                connection.rollback();
            }
        }
    }
}
