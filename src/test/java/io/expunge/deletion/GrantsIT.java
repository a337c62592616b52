package io.expunge.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.deletion.ControlDatabase.Role;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what in the control database. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GrantsIT {

    /** S: select, I: insert, U: update, D: delete. Whatever stands in neither column is denied. */
    private static final String MATRIX = """
            table                         eraser verifier compliance intake operator approver
            batch_job_execution           SIUD   SIUD     -          -      S        -
            batch_job_execution_context   SIUD   SIUD     -          -      S        -
            batch_job_execution_params    SIUD   SIUD     -          -      S        -
            batch_job_instance            SIUD   SIUD     -          -      S        -
            batch_step_execution          SIUD   SIUD     -          -      S        -
            batch_step_execution_context  SIUD   SIUD     -          -      S        -
            approval                      S      S        -          -      S        -
            approval_record               S      S        S          -      S        S
            approval_request              S      S        -          -      SI       -
            audit_event                   SI     SI       -          -      SI       -
            catalog_current               SIU    S        -          -      S        -
            catalog_snapshot              SI     S        -          -      S        -
            dead_letter                   SIU    S        -          -      S        -
            dead_letter_open              S      S        S          -      S        S
            dead_letter_record            S      S        S          -      S        S
            deletion_job                  SIU    SU       -          -      SU       -
            deletion_job_transition       S      S        -          -      S        -
            deletion_task                 SIU    S        -          -      S        -
            drift_check                   S      SI       -          -      S        -
            drift_latest                  S      S        S          -      S        S
            evidence                      S      SI       -          -      S        -
            evidence_gap                  S      S        S          -      S        S
            evidence_record               S      S        S          -      S        S
            evidence_seal                 S      SI       -          -      S        -
            exception_record              S      S        S          -      S        S
            flyway_schema_history         S      S        -          -      S        -
            job_outlook                   S      S        S          -      S        S
            job_status                    S      S        S          -      S        S
            hold_in_force                 S      S        S          -      S        S
            legal_hold                    S      S        -          -      SI       -
            notification                  SIU    SIU      -          -      S        -
            open_exception                S      S        S          -      S        S
            pause                         S      S        -          -      SID      -
            pause_in_force                S      S        S          -      S        S
            policy_exception              S      S        -          -      S        -
            qrtz_blob_triggers            SIUD   S        -          -      S        -
            qrtz_calendars                SIUD   S        -          -      S        -
            qrtz_cron_triggers            SIUD   S        -          -      S        -
            qrtz_fired_triggers           SIUD   S        -          -      S        -
            qrtz_job_details              SIUD   S        -          -      S        -
            qrtz_locks                    SIUD   S        -          -      S        -
            qrtz_paused_trigger_grps      SIUD   S        -          -      S        -
            qrtz_scheduler_state          SIUD   S        -          -      S        -
            qrtz_simple_triggers          SIUD   S        -          -      S        -
            qrtz_simprop_triggers         SIUD   S        -          -      S        -
            qrtz_triggers                 SIUD   S        -          -      S        -
            receipt                       SI     S        -          -      S        -
            retained_allowance            S      S        S          -      S        S
            run_partition                 SI     SI       -          -      S        -
            store_health                  SIU    S        -          -      S        -
            store_outage                  S      S        S          -      S        S
            task_progress                 S      S        S          -      S        S
            verification_gap              S      S        S          -      S        S
            verification_run              S      SIU      -          -      S        -
            """;

    private static final List<Role> ROLES =
            List.of(Role.ERASER, Role.VERIFIER, Role.COMPLIANCE, Role.INTAKE, Role.OPERATOR, Role.APPROVER);

    private static ControlDatabase control;

    @BeforeAll
    static void migrate() {
        control = ControlDatabases.postgres();
    }

    @AfterAll
    static void close() {
        control.close();
    }

    @Test
    void each_role_may_do_what_the_matrix_says_and_nothing_else() {
        String granted = control.client(Role.SUPERUSER).sql("""
                        SELECT c.relname
                        FROM pg_class c
                        JOIN pg_namespace n ON n.oid = c.relnamespace
                        WHERE n.nspname = 'expunge'
                          AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
                        """).query(String.class).list().stream()
                .map(table -> table + " "
                        + ROLES.stream().map(role -> privileges(role, table)).collect(Collectors.joining(" ")))
                .sorted()
                .collect(Collectors.joining("\n"));

        assertThat(granted)
                .isEqualTo(MATRIX.lines()
                        .skip(1)
                        .map(line -> line.replaceAll(" +", " "))
                        .sorted()
                        .collect(Collectors.joining("\n")));
    }

    private static String privileges(Role role, String table) {
        return control.client(Role.SUPERUSER)
                .sql("""
                        SELECT string_agg(left(privilege, 1), '' ORDER BY position)
                        FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'xREFERENCES', 'xTRIGGER'])
                             WITH ORDINALITY AS all_of_them(privilege, position)
                        WHERE has_table_privilege(:role, 'expunge.' || :table, ltrim(privilege, 'x'))
                        """)
                .param("role", role.roleName())
                .param("table", table)
                .query((row, index) -> row.getString(1) == null ? "-" : row.getString(1))
                .single();
    }

    @Test
    void only_the_owner_owns_anything_and_may_make_anything() {
        List<String> owners =
                control.client(Role.SUPERUSER).sql("""
                        SELECT DISTINCT pg_get_userbyid(c.relowner)
                        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                        WHERE n.nspname = 'expunge'
                        UNION
                        SELECT pg_get_userbyid(p.proowner)
                        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
                        WHERE n.nspname = 'expunge'
                        UNION
                        SELECT pg_get_userbyid(n.nspowner) FROM pg_namespace n WHERE n.nspname = 'expunge'
                        """).query(String.class).list();

        assertThat(owners).containsExactly("expunge_owner");
        for (Role role : ROLES) {
            assertThat(allowed("has_schema_privilege('%s', 'expunge', 'CREATE')", role))
                    .as(role.name())
                    .isFalse();
            assertThat(allowed("pg_has_role('%s', 'expunge_owner', 'MEMBER')", role))
                    .as(role.name())
                    .isFalse();
        }
    }

    @Test
    void nobody_but_the_owner_asks_the_gate_itself_and_who_reads_views_may_ask_what_it_misses() {
        for (Role role : ROLES) {
            assertThat(allowed(
                            "has_function_privilege('%s', 'expunge.gate_gaps(varchar, integer, varchar)', 'EXECUTE')",
                            role))
                    .as(role.name())
                    .isEqualTo(role != Role.INTAKE);
            assertThat(allowed(
                            "has_function_privilege('%s', 'expunge.missing_for_verified(varchar, integer, varchar)',"
                                    + " 'EXECUTE')",
                            role))
                    .as(role.name())
                    .isFalse();
        }
    }

    private static boolean allowed(String question, Role role) {
        return control.client(Role.SUPERUSER)
                .sql("SELECT " + question.formatted(role.roleName()))
                .query(Boolean.class)
                .single();
    }

    @Test
    void who_approves_may_approve_and_nobody_may_write_an_approval() {
        for (Role role : ROLES) {
            assertThat(allowed(
                            "has_function_privilege('%s', 'expunge.approve(varchar, varchar, varchar, varchar)', 'EXECUTE')",
                            role))
                    .as(role.name())
                    .isEqualTo(role == Role.APPROVER);
            for (String function :
                    List.of("person_of(varchar)", "logins_behind(varchar)", "approval_refusal(bigint)")) {
                assertThat(allowed("has_function_privilege('%s', 'expunge." + function + "', 'EXECUTE')", role))
                        .as(role.name())
                        .isFalse();
            }
        }
    }

    /** The grants would do for the others; the owner is held by a trigger. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "receipt",
                "approval_request",
                "approval",
                "legal_hold",
                "audit_event",
                "drift_check",
                "evidence",
                "evidence_seal",
                "policy_exception",
                "run_partition"
            })
    void I8_what_is_append_only_is_so_for_the_owner_and_the_superuser_too(String table) {
        for (Role role : List.of(Role.OWNER, Role.SUPERUSER)) {
            for (String change : List.of(
                    "UPDATE expunge." + table + " SET " + firstColumn(table) + " = " + firstColumn(table),
                    "DELETE FROM expunge." + table,
                    "TRUNCATE expunge." + table + " CASCADE")) {
                assertThatThrownBy(() -> ControlDatabase.execute(control.unpooled(role), change))
                        .as("%s: %s", role, change)
                        .hasMessageContaining("is append-only");
            }
        }
    }

    private static String firstColumn(String table) {
        return control.client(Role.SUPERUSER)
                .sql("""
                        SELECT column_name
                        FROM information_schema.columns
                        WHERE table_schema = 'expunge' AND table_name = :table AND is_identity = 'NO'
                        ORDER BY ordinal_position
                        LIMIT 1
                        """)
                .param("table", table)
                .query(String.class)
                .single();
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"ERASER", "VERIFIER", "COMPLIANCE", "INTAKE", "OPERATOR", "APPROVER"})
    void nobody_but_the_owner_switches_a_trigger_off(Role role) {
        for (String change : List.of(
                "ALTER TABLE expunge.deletion_job DISABLE TRIGGER deletion_job_guard",
                "DROP TRIGGER deletion_job_guard ON expunge.deletion_job",
                "SET session_replication_role = replica",
                "CREATE OR REPLACE FUNCTION expunge.refuse_deletion() RETURNS trigger LANGUAGE plpgsql"
                        + " AS 'BEGIN RETURN NEW; END'")) {
            assertThatThrownBy(() -> ControlDatabase.execute(control.unpooled(role), change))
                    .as(change)
                    .hasMessageMatching("(?s).*(permission denied|must be owner).*");
        }
    }
}
