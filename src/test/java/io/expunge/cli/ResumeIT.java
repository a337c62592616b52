package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import io.expunge.sandbox.SampleTenants;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResumeIT {

    @TempDir
    private static Path folder;

    private static Installation installation;
    private static JobRows rows;

    @BeforeAll
    static void migrate() {
        installation = Installation.inOneDatabase(folder);
        assertThat(installation.cli().run("migrate").exit()).isZero();
        rows = new JobRows(installation);
    }

    @Test
    void a_blocked_job_becomes_due_and_the_act_is_recorded() {
        String job = rows.add(1, "BLOCKED", Map.of("block_reason", "'DENIED'"));

        Answer answer = installation.cli().run("resume", job);

        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out()).endsWith("next: scripts/expunge run --job " + job + "\n");
        assertThat(stateOf(job)).isEqualTo("WAITING_RETRY");
        assertThat(installation
                        .control()
                        .sql(
                                "SELECT actor || ' ' || action || ' ' || detail FROM expunge.audit_event WHERE job_id = :job")
                        .param("job", job)
                        .query(String.class)
                        .single())
                .isEqualTo("ann job.resumed from BLOCKED");
    }

    @Test
    void a_job_that_needs_nobody_is_left_alone() {
        String job = rows.add(2, "WAITING_RETRY", Map.of());

        Answer answer = installation.cli().run("resume", job);

        assertThat(answer.exit()).isEqualTo(4);
        assertThat(answer.err()).contains("only a BLOCKED or FAILED job can be resumed");
    }

    @Test
    void a_protected_tenants_job_can_not_be_brought_back_I12() {
        String job = rows.add(
                3, "BLOCKED", Map.of("block_reason", "'PROTECTED'", "tenant_id", JobRows.text(SampleTenants.CONTROL)));

        Answer answer = installation.cli().run("resume", job);

        assertThat(answer.exit()).isEqualTo(4);
        assertThat(stateOf(job)).isEqualTo("BLOCKED");
    }

    @Test
    void without_its_tenants_id_a_job_can_not_go_on() {
        String job = rows.add(4, "FAILED", Map.of("tenant_id", "NULL"));

        assertThat(installation.cli().run("resume", job).exit()).isEqualTo(4);
        assertThat(stateOf(job)).isEqualTo("FAILED");
    }

    @Test
    void several_go_on_or_are_refused_each_by_itself() {
        String one = rows.add(5, "BLOCKED", Map.of("block_reason", "'POISON'", "last_error_store", "'cache'"));
        String two = rows.add(6, "BLOCKED", Map.of("block_reason", "'POISON'", "last_error_store", "'cache'"));
        String elsewhere = rows.add(7, "BLOCKED", Map.of("block_reason", "'POISON'", "last_error_store", "'main'"));
        String cleared = rows.add(
                8, "BLOCKED", Map.of("block_reason", "'POISON'", "last_error_store", "'cache'", "tenant_id", "NULL"));
        String failed = rows.add(9, "FAILED", Map.of("last_error_store", "'cache'"));

        Answer some = installation.cli().run("resume", "--reason", "POISON", "--store", "cache");
        Answer none = installation.cli().run("resume", "--reason", "BLIND");

        assertThat(some.exit()).as(some.all()).isEqualTo(4);
        assertThat(some.out())
                .contains(one + " WAITING_RETRY, due now", two + " WAITING_RETRY, due now")
                .contains(cleared + " refused: this job's tenant id has been cleared")
                .contains("2 resumed, 1 refused\nnext: scripts/expunge run\n");
        assertThat(stateOf(elsewhere)).isEqualTo("BLOCKED");
        assertThat(stateOf(failed)).isEqualTo("FAILED");
        assertThat(none.exit()).isZero();
        assertThat(none.out()).startsWith("0 resumed, 0 refused");
    }

    @Test
    void which_ones_must_be_said_in_one_way() {
        assertThat(installation.cli().run("resume").exit()).isEqualTo(2);
        assertThat(installation.cli().run("resume", "--all", "--store", "cache").exit())
                .isEqualTo(2);
        Answer unknown = installation.cli().run("resume", "--reason", "BORED");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("--reason: expected one of DENIED, HELD, ");
    }

    @Test
    void an_unknown_job_is_exit_2() {
        assertThat(installation.cli().run("resume", "dj_" + "f".repeat(32)).exit())
                .isEqualTo(2);
    }

    private static String stateOf(String job) {
        return installation
                .control()
                .sql("SELECT state FROM expunge.deletion_job WHERE id = :job")
                .param("job", job)
                .query(String.class)
                .single();
    }
}
