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

/** What the commands refuse, and that a refusal changes nothing. How the ways out work is tried by the acceptance tests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadLetterCommandsIT {

    private static final List<String> TERMS = List.of("--reason-code", "LEGAL_CLAIM", "--until", "2999-12-31");

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
    void I3_who_asked_for_the_erasure_does_not_approve() {
        String letter = letter(1, "POISON", "'sha256:1'", Map.of("requested_by", "'ben'"));

        refused(waive(letter), "the same person asked for this erasure, or acted on it", letter);
    }

    @Test
    void I11_nothing_is_waived_or_retried_under_a_hold() {
        String letter = letter(2, "POISON", "'sha256:1'", Map.of());
        installation.force(
                "INSERT INTO expunge.legal_hold (reference_key, tenant_ref, action, reason_code, actor, recorded_at)"
                        + " SELECT reference_key, tenant_ref, 'PLACED', 'LITIGATION', 'counsel', now() FROM expunge.deletion_job"
                        + " WHERE id = '" + job(2) + "'");

        refused(waive(letter), "a legal hold lies on the tenant", letter);
        refused(installation.cli().run("dead-letter", "retry", letter), "a legal hold lies on the tenant", letter);
    }

    @Test
    void a_task_as_a_whole_needs_a_number_and_what_is_no_reason_for_keeping_stays_none() {
        String whole = letter(3, "FOREIGN_KEY", "NULL", Map.of());
        refused(waive(whole), "--items says how many may stay", whole);

        String reopened = letter(4, "FENCED", "NULL", Map.of());
        refused(waive(reopened, "--items", "3"), "is no reason for keeping anything", reopened);

        assertThat(waive(whole, "--items", "3").exit()).isZero();
        assertThat(installation
                        .control()
                        .sql("SELECT state || ' ' || items || ' ' || approver FROM expunge.deletion_job job JOIN"
                                + " expunge.policy_exception kept ON kept.job_id = job.id WHERE job.id = :job")
                        .param("job", job(3))
                        .query(String.class)
                        .single())
                .isEqualTo("WAITING_RETRY 3 ben");
        assertThat(installation
                        .cli()
                        .run("exception", "list", "--output", "json")
                        .json()
                        .get("exceptions")
                        .get(0)
                        .get("items")
                        .asInt())
                .isEqualTo(3);
        assertThat(waive(whole, "--items", "3").out()).contains("dealt with before");
    }

    @Test
    void a_job_goes_on_once_none_of_its_letters_is_open() {
        String first = letter(5, "POISON", "'sha256:1'", Map.of());
        String second = another(5, "'sha256:2'");

        assertThat(waive(first).exit()).isZero();
        assertThat(state(5)).isEqualTo("BLOCKED");
        assertThat(waive(second).exit()).isZero();
        assertThat(state(5)).isEqualTo("WAITING_RETRY");
    }

    @Test
    void what_is_typed_wrong_is_exit_2_and_nothing_given_is_not_everything() {
        String letter = letter(6, "POISON", "'sha256:1'", Map.of());

        assertThat(installation.cli().run("dead-letter", "retry").exit()).isEqualTo(2);
        assertThat(installation
                        .cli()
                        .run("dead-letter", "retry", letter, "--all")
                        .exit())
                .isEqualTo(2);
        assertThat(installation
                        .cli()
                        .run("dead-letter", "retry", letter, "--store", "main")
                        .exit())
                .isEqualTo(2);
        assertThat(installation.cli().run("dead-letter", "retry", "dl_999999").exit())
                .isEqualTo(2);
        assertThat(installation.cli().run("dead-letter", "show", job(6)).exit()).isEqualTo(2);
        assertThat(waive(letter, "--approved-by", "ann").err()).contains("the approver is the login");
        assertThat(installation
                        .cli()
                        .run("dead-letter", "waive", letter, "--reason-code", "X", "--until", "2020-01-31")
                        .err())
                .contains("a day that isn't over");
        assertThat(installation
                        .cli()
                        .run("dead-letter", "waive", letter, "--reason-code", "x", "--until", "2999-01-31")
                        .exit())
                .isEqualTo(2);
        assertThat(isOpen(letter)).isTrue();
    }

    private static Answer waive(String letter, String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of("dead-letter", "waive", letter));
        arguments.addAll(TERMS);
        arguments.addAll(List.of(more));
        return installation.cli().run(arguments.toArray(String[]::new));
    }

    private static void refused(Answer answer, String why, String letter) {
        assertThat(answer.exit()).as(answer.all()).isEqualTo(4);
        assertThat(answer.out()).contains("refused: ").contains(why);
        assertThat(isOpen(letter)).isTrue();
    }

    private static boolean isOpen(String letter) {
        return installation
                .cli()
                .run("dead-letter", "show", letter, "--output", "json")
                .json()
                .get("closedAt")
                .isNull();
    }

    private static String state(int number) {
        return installation
                .control()
                .sql("SELECT state FROM expunge.deletion_job WHERE id = :job")
                .param("job", job(number))
                .query(String.class)
                .single();
    }

    private static String job(int number) {
        return "dj_%032x".formatted(number);
    }

    /** A blocked job with one open letter; answers the letter's id. */
    private static String letter(int number, String errorClass, String hash, Map<String, String> more) {
        Map<String, String> columns = new java.util.TreeMap<>(Map.of("block_reason", "'POISON'"));
        columns.putAll(more);
        String job = rows.add(number, "BLOCKED", columns);
        rows.addTask(job, 1, "main.users", "BLOCKED", Map.of("block_reason", "'POISON'"));
        return open(job, errorClass, hash);
    }

    private static String another(int number, String hash) {
        return open(job(number), "POISON", hash);
    }

    private static String open(String job, String errorClass, String hash) {
        rows.insert(
                "dead_letter",
                Map.of(
                        "task_id", "(SELECT id FROM expunge.deletion_task WHERE job_id = '" + job + "')",
                        "job_id", JobRows.text(job),
                        "round", "1",
                        "store", "'main'",
                        "error_class", JobRows.text(errorClass),
                        "error_code", "'P0001'",
                        "item_hash", hash,
                        "owner", "'platform-team'",
                        "opened_at", "now()",
                        "last_at", "now()"));
        return "dl_"
                + installation
                        .control()
                        .sql("SELECT MAX(id) FROM expunge.dead_letter WHERE job_id = :job")
                        .param("job", job)
                        .query(Long.class)
                        .single();
    }
}
