package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Holds, pauses, cancelling and giving up, as an operator types them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GuardsIT {

    @TempDir
    private static Path folder;

    private static Installation installation;
    private static Cli cli;
    private static JobRows rows;

    @BeforeAll
    static void migrate() {
        installation = Installation.inTwoDatabases(folder);
        cli = installation.cli();
        assertThat(cli.run("migrate").exit()).isZero();
        rows = new JobRows(installation);
    }

    @Test
    void a_tenant_without_a_job_is_held_once_and_released_and_named_nowhere_I7() {
        Answer first = cli.reading("lonely\n")
                .run("hold", "--tenant-file", "-", "--reason-code", "LITIGATION", "--ticket", "LEGAL-7");
        Answer second = cli.run("hold", "--tenant", "lonely", "--reason-code", "OTHER", "--output", "json");
        Answer list = cli.run("hold", "--list");
        JsonNode holds = cli.run("hold", "--list", "--output", "json").json().get("holds");
        Answer released = cli.run("release", "--tenant", "lonely", "--reason-code", "SETTLED", "--yes");
        Answer again = cli.run("release", "--tenant", "lonely", "--reason-code", "SETTLED", "--yes");

        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("reference test:").contains(" is held\n");
        assertThat(second.json().get("heldBefore").booleanValue()).isTrue();
        String reference = second.json().get("tenantRef").stringValue();
        assertThat(first.out()).contains(reference);
        assertThat(list.out()).contains(reference, "ann", "LITIGATION", "LEGAL-7");
        assertThat(holds).anySatisfy(hold -> {
            assertThat(hold.get("tenantRef").stringValue()).isEqualTo(reference);
            assertThat(hold.get("placedBy").stringValue()).isEqualTo("ann");
            assertThat(hold.get("ticket").stringValue()).isEqualTo("LEGAL-7");
        });
        assertThat(released.exit()).as(released.err()).isZero();
        assertThat(again.exit()).isEqualTo(4);
        assertThat(again.err()).contains("no hold of ours lies on this tenant");
        assertThat(List.of(first, second, list, released, again))
                .noneMatch(said -> said.all().contains("lonely"));
        assertThat(trail("hold.%"))
                .contains(
                        "ann hold.placed reference test:" + reference + ", reason LITIGATION, ticket LEGAL-7",
                        "ann hold.released reference test:" + reference + ", reason SETTLED");
    }

    @Test
    void releasing_makes_the_jobs_that_the_hold_blocked_due_and_no_others() {
        String held = rows.add(10, "BLOCKED", Map.of("block_reason", "'HELD'"));
        String denied = rows.add(11, "BLOCKED", Map.of("block_reason", "'DENIED'"));
        cli.run("hold", held, "--reason-code", "LITIGATION");

        Answer resume = cli.run("resume", held);
        Answer release = cli.run("release", held, "--reason-code", "SETTLED", "--yes");

        assertThat(resume.exit()).isEqualTo(4);
        assertThat(resume.err()).contains("scripts/expunge release " + held);
        assertThat(release.out())
                .isEqualTo("released\njob " + held + " WAITING_RETRY, due now\nnext: scripts/expunge run --job " + held
                        + "\n");
        assertThat(stateOf(held)).isEqualTo("WAITING_RETRY");
        assertThat(stateOf(denied)).isEqualTo("BLOCKED");
    }

    @Test
    void a_hold_on_a_job_is_on_its_tenant_whatever_the_key_under_which_the_job_stands() {
        String job = rows.add(12, "BLOCKED", Map.of("block_reason", "'HELD'"));
        cli.run("hold", "--tenant", "wayne-enterprises-12", "--reason-code", "LITIGATION");

        assertThat(cli.run("resume", job).exit()).isEqualTo(4);
        assertThat(cli.run("hold", job, "--reason-code", "LITIGATION").out()).contains("was held already");
        assertThat(cli.run("release", job, "--reason-code", "SETTLED", "--yes").out())
                .contains("job " + job + " WAITING_RETRY");
    }

    @Test
    void releasing_asks_for_the_name_and_never_shows_the_tenants_I7() {
        String job = rows.add(13, "ACCEPTED", Map.of());
        cli.run("hold", job, "--reason-code", "LITIGATION");

        Answer nobody = cli.run("release", job, "--reason-code", "SETTLED");
        Answer wrong = cli.typing("yes").run("release", job, "--reason-code", "SETTLED");
        Answer tenant = cli.typing("wayne-enterprises")
                .run("release", "--tenant", "wayne-enterprises-13", "--reason-code", "X");
        Answer right = cli.typing(job).run("release", job, "--reason-code", "SETTLED");

        assertThat(nobody.exit()).isEqualTo(4);
        assertThat(nobody.err()).contains("the job's id", "it needs --yes");
        assertThat(wrong.exit()).isEqualTo(4);
        assertThat(tenant.exit()).isEqualTo(4);
        assertThat(tenant.err()).contains("not the tenant's id");
        assertThat(right.exit()).as(right.err()).isZero();
        assertThat(List.of(nobody, wrong, tenant, right))
                .noneMatch(said -> said.all().contains("wayne"));
    }

    @Test
    void a_pause_is_of_a_store_that_the_catalog_has_and_is_seen_on_top_of_the_status() {
        Answer unknown = cli.run("pause", "--store", "cash", "--reason-code", "INCIDENT");
        Answer first = cli.run("pause", "--store", "cache", "--reason-code", "INCIDENT", "--ticket", "OPS-1");
        Answer second = cli.run("pause", "--store", "cache", "--reason-code", "MAINTENANCE");
        Answer status = cli.run("status");
        JsonNode pauses = cli.run("status", "--output", "json").json().get("pauses");
        Answer other = cli.run("unpause");
        Answer lifted = cli.run("unpause", "--store", "cache");

        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("expected one of cache, main, objects");
        assertThat(first.out()).isEqualTo("store cache is paused\nnext: scripts/expunge unpause --store cache\n");
        assertThat(second.exit()).isZero();
        assertThat(second.out()).startsWith("store cache is paused before");
        assertThat(status.out())
                .startsWith("store cache is paused since ")
                .contains(" by ann, INCIDENT; to lift it: scripts/expunge unpause --store cache\n");
        assertThat(pauses.get(0).get("pausedBy").stringValue()).isEqualTo("ann");
        assertThat(other.exit()).isEqualTo(4);
        assertThat(other.err()).contains("all stores are not paused as such");
        assertThat(lifted.exit()).as(lifted.err()).isZero();
        assertThat(trail("pause.%"))
                .contains("ann pause.set store cache, reason INCIDENT, ticket OPS-1")
                .anyMatch(said -> said.startsWith("ann pause.lifted store cache, jobs due by it "));
    }

    @Test
    void a_cancelled_request_stays_so_until_it_is_asked_for_again_I1() {
        String job = idIn(submit("fickle"));

        Answer nobody = cli.run("cancel", job);
        Answer cancelled = cli.run("cancel", job, "--yes");
        Answer twice = cli.run("cancel", job, "--yes");
        assertThat(nobody.exit()).isEqualTo(4);
        assertThat(cancelled.exit()).as(cancelled.err()).isZero();
        assertThat(cancelled.out()).isEqualTo(job + " CANCELLED\nnext: scripts/expunge submit --help\n");
        assertThat(twice.exit()).isZero();
        assertThat(stateOf(job)).isEqualTo("CANCELLED");

        Answer again = submit("fickle");
        assertThat(idIn(again)).isEqualTo(job);
        assertThat(stateOf(job)).isEqualTo("ACCEPTED");
        assertThat(trail("job.cancelled")).contains("ann job.cancelled before it began");
    }

    @Test
    void what_was_asked_for_in_sql_and_not_received_can_be_cancelled_and_its_older_ask_does_not_undo_it() {
        String job = installation
                .applicationAs("expunge_intake")
                .sql("SELECT expunge_intake.submit_deletion('sudden', 1, 'CONTRACT_ENDED')")
                .query(String.class)
                .single();

        Answer cancelled = cli.run("cancel", job, "--yes");

        assertThat(cancelled.exit()).as(cancelled.err()).isZero();
        assertThat(stateOf(job)).isEqualTo("CANCELLED");
        assertThat(installation
                        .application()
                        .sql("SELECT refuses_reopen FROM expunge_intake.deletion_request WHERE id = :id")
                        .param("id", job)
                        .query(Boolean.class)
                        .single())
                .isFalse();
    }

    @Test
    void without_the_applications_database_a_job_is_cancelled_all_the_same() {
        String job = idIn(submit("offline"));

        Answer cancelled = cli.without("EXPUNGE_INTAKE_ERASER_USER")
                .without("EXPUNGE_INTAKE_ERASER_PASSWORD")
                .run("cancel", job, "--yes");

        assertThat(cancelled.exit()).as(cancelled.err()).isZero();
        assertThat(cancelled.err()).contains("the application's requests were not asked");
        assertThat(stateOf(job)).isEqualTo("CANCELLED");
    }

    @Test
    void what_has_begun_is_not_cancelled_but_can_be_given_up_and_taken_up_again() {
        String job = rows.add(20, "BLOCKED", Map.of("block_reason", "'DENIED'"));

        Answer cancel = cli.run("cancel", job, "--yes");
        Answer nobody = cli.run("abandon", job, "--reason-code", "SUPERSEDED");
        Answer abandon = cli.typing(job).run("abandon", job, "--reason-code", "SUPERSEDED", "--ticket", "OPS-2");

        assertThat(cancel.exit()).isEqualTo(4);
        assertThat(cancel.err()).contains("scripts/expunge hold " + job, "abandon gives it up");
        assertThat(nobody.exit()).isEqualTo(4);
        assertThat(abandon.out()).isEqualTo(job + " FAILED, given up\nnext: scripts/expunge resume " + job + "\n");
        assertThat(stateOf(job)).isEqualTo("FAILED");
        assertThat(trail("job.abandoned"))
                .contains("ann job.abandoned from BLOCKED(DENIED), reason SUPERSEDED, ticket OPS-2");
        assertThat(cli.run("abandon", job, "--reason-code", "X", "--yes").exit())
                .isEqualTo(4);
        assertThat(cli.run("resume", job).exit()).isZero();
    }

    @Test
    void a_job_at_work_is_not_given_up_I5() {
        String job = rows.add(
                21, "RUNNING", Map.of("lease_owner", "'somebody'", "lease_until", "now() + interval '1 hour'"));

        Answer abandon = cli.run("abandon", job, "--reason-code", "SUPERSEDED", "--yes");

        assertThat(abandon.exit()).isEqualTo(4);
        assertThat(abandon.err()).contains("a run is at work on this job", "scripts/expunge hold " + job);
        assertThat(stateOf(job)).isEqualTo("RUNNING");
    }

    @Test
    void an_unknown_job_is_exit_2_whatever_is_to_be_done_with_it() {
        String nobodys = "dj_" + "f".repeat(32);

        assertThat(cli.run("hold", nobodys, "--reason-code", "X").exit()).isEqualTo(2);
        assertThat(cli.run("release", nobodys, "--reason-code", "X", "--yes").exit())
                .isEqualTo(2);
        assertThat(cli.run("cancel", nobodys, "--yes").exit()).isEqualTo(2);
        assertThat(cli.run("abandon", nobodys, "--reason-code", "X", "--yes").exit())
                .isEqualTo(2);
    }

    private static Answer submit(String tenant) {
        Answer answer = cli.run("submit", "--tenant", tenant, "--generation", "1", "--reason-code", "X");
        assertThat(answer.exit()).as(answer.err()).isZero();
        return answer;
    }

    private static String idIn(Answer answer) {
        return answer.out().substring(0, 35);
    }

    private static List<String> trail(String action) {
        return installation
                .control()
                .sql(
                        "SELECT actor || ' ' || action || ' ' || detail FROM expunge.audit_event WHERE action LIKE :action")
                .param("action", action)
                .query(String.class)
                .list();
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
