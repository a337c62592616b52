package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The command around the sentences: how jobs come into their states is seen in the acceptance tests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WhyIT {

    private static final Instant NOW = Instant.parse("2026-11-30T10:30:00Z");

    @TempDir
    private static Path folder;

    private static Installation installation;
    private static Cli cli;
    private static JobRows rows;

    @BeforeAll
    static void migrate() {
        installation = Installation.inOneDatabase(folder);
        cli = installation.cli().at(Clock.fixed(NOW, ZoneOffset.UTC));
        assertThat(installation.cli().run("migrate").exit()).isZero();
        rows = new JobRows(installation);
    }

    @Test
    void a_job_in_its_grace_knows_its_second_look_from_the_catalog_it_is_on() {
        String job = rows.add(1, "ACCEPTED", Map.of("not_before", "'2026-12-07T09:00:01Z'"));

        JsonNode why = cli.run("why", job, "--output", "json").json();

        assertThat(why.propertyNames())
                .containsExactly(
                        "jobId", "state", "blockReason", "missing", "since", "next", "closesByItselfAt", "sentence");
        assertThat(why.get("jobId").stringValue()).isEqualTo(job);
        assertThat(why.get("state").stringValue()).isEqualTo("ACCEPTED");
        assertThat(why.get("since").stringValue()).isEqualTo("2026-11-30T09:00:01Z");
        assertThat(why.get("next").stringValue()).isEqualTo("scripts/expunge run");
        assertThat(Instant.parse(why.get("closesByItselfAt").stringValue()))
                .isAfterOrEqualTo(Instant.parse("2026-12-07T09:00:03Z"));
        assertThat(why.get("missing").get(0).get("missing").stringValue()).isEqualTo("the plan has no required task");
    }

    @Test
    void the_text_is_the_sentence_and_names_no_tenant_I7() {
        for (String job : List.of(
                rows.add(10, "RUNNING", Map.of("lease_until", "'2026-11-30T10:29:20Z'", "run_id", "'nightly'")),
                rows.add(
                        11,
                        "WAITING_RETRY",
                        Map.of(
                                "next_retry_at", "'2026-11-30T10:30:12Z'",
                                "last_error_store", "'cache'",
                                "last_error_class", "'UNAVAILABLE'",
                                "last_error_code", "'RedisConnectionException'")),
                rows.add(12, "AWAITING_VERIFICATION", Map.of("next_look_at", "'2026-11-30T10:30:02Z'")),
                rows.add(13, "BLOCKED", Map.of("block_reason", "'REOPENED'", "generation_met", "2")),
                rows.add(14, "VERIFIED", Map.of("verified_at", "'2026-11-30T10:00:00Z'")),
                rows.add(15, "CANCELLED", Map.of()),
                rows.add(16, "FAILED", Map.of()))) {
            Answer text = cli.run("why", job);
            Answer json = cli.run("why", job, "--output", "json");

            assertThat(text.exit()).as(text.err()).isZero();
            assertThat(text.out()).isEqualTo(json.json().get("sentence").stringValue() + "\n");
            assertThat(text.out()).startsWith(job + " is ").contains("type scripts/expunge");
            assertThat(text.all() + json.all()).doesNotContain("wayne");
        }
    }

    @Test
    void a_job_that_never_was_in_the_audit_trail_waits_since_its_state() {
        String job = rows.add(
                20,
                "WAITING_RETRY",
                Map.of(
                        "next_retry_at", "'2026-11-30T10:30:12Z'",
                        "last_error_store", "'cache'",
                        "last_error_class", "'UNAVAILABLE'",
                        "last_error_code", "'X'"));

        assertThat(cli.run("why", job, "--output", "json").json().get("since").stringValue())
                .isEqualTo("2026-11-30T10:00:00Z");
    }

    @Test
    void since_when_is_the_first_try_of_the_same_trouble_and_not_of_another_before_it() {
        String job = rows.add(
                21,
                "WAITING_RETRY",
                Map.of(
                        "state_since", "'2026-11-30T10:20:00Z'",
                        "waits", "3",
                        "last_error_store", "'cache'",
                        "last_error_class", "'UNAVAILABLE'",
                        "last_error_code", "'X'"));
        moved(job, "2026-11-30T10:00:00Z", "RUNNING to WAITING_RETRY because cache UNAVAILABLE X");
        moved(job, "2026-11-30T10:05:00Z", "RUNNING to WAITING_RETRY because main UNAVAILABLE 08006");
        moved(job, "2026-11-30T10:10:00Z", "RUNNING to WAITING_RETRY because cache UNAVAILABLE X");
        moved(job, "2026-11-30T10:20:00Z", "RUNNING to WAITING_RETRY because cache UNAVAILABLE Y");

        assertThat(cli.run("why", job, "--output", "json").json().get("since").stringValue())
                .isEqualTo("2026-11-30T10:10:00Z");
    }

    @Test
    void settings_that_can_not_be_read_cost_the_time_and_not_the_answer() throws Exception {
        String job = rows.add(40, "ACCEPTED", Map.of());
        Path jobs = Files.createDirectory(folder.resolve("jobs"));
        Files.writeString(jobs.resolve("erasure.yaml"), "schedule: never\n");

        Answer answer = cli.and("EXPUNGE_JOBS", jobs.toString()).run("why", job);

        assertThat(answer.exit()).isZero();
        assertThat(answer.out()).endsWith("by itself it goes on, until when can't be said yet.\n");
        assertThat(answer.err()).startsWith("expunge: fires are not told: ");
    }

    @Test
    void a_request_that_no_run_took_in_yet_is_found() {
        String job = installation
                .cli()
                .without("EXPUNGE_REFERENCE_KEY_FILE")
                .run(
                        "submit",
                        "--tenant",
                        "wayne",
                        "--generation",
                        "1",
                        "--reason-code",
                        "CONTRACT_ENDED",
                        "--output",
                        "json")
                .json()
                .get("jobId")
                .stringValue();

        Answer text = cli.run("why", job);
        JsonNode json = cli.run("why", job, "--output", "json").json();

        assertThat(text.out())
                .startsWith(job + " is ACCEPTED and not VERIFIED because no run has taken the request in yet, since 20")
                .endsWith("type scripts/expunge run; by itself it becomes a job at the next run.\n")
                .doesNotContain("wayne");
        assertThat(json.get("missing")).isEmpty();
        assertThat(json.get("closesByItselfAt").isNull()).isTrue();
    }

    @Test
    void compliance_staff_need_the_views_and_no_other_login() {
        String job = rows.add(30, "BLOCKED", Map.of("block_reason", "'HELD'"));
        Cli compliance = Cli.with(Map.of(
                "EXPUNGE_CONTROL_URL", installation.setting("EXPUNGE_CONTROL_URL"),
                "EXPUNGE_CONTROL_USER", installation.setting("EXPUNGE_CONTROL_COMPLIANCE_USER"),
                "EXPUNGE_CONTROL_PASSWORD", installation.setting("EXPUNGE_CONTROL_COMPLIANCE_PASSWORD")));

        assertThat(compliance.run("why", job).out()).contains("BLOCKED(HELD)");
        assertThat(compliance.run("why", "dj_" + "f".repeat(32)).exit()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12", "acme", "dj_1"})
    void an_id_of_another_kind_is_refused_with_what_was_expected(String id) {
        Answer answer = cli.run("why", id);

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains("expected dj_ and 32 hexadecimal digits", "Try: scripts/expunge why --help");
    }

    @Test
    void an_unknown_job_is_exit_2_and_says_how_to_find_the_right_one() {
        Answer answer = cli.run("why", "dj_" + "f".repeat(32));

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).contains("no such deletion job", "scripts/expunge status lists them");
    }

    private static void moved(String job, String at, String detail) {
        rows.insert(
                "audit_event",
                Map.of(
                        "recorded_at", JobRows.text(at),
                        "actor", "'test'",
                        "action", "'job.moved'",
                        "job_id", JobRows.text(job),
                        "detail", JobRows.text(detail)));
    }
}
