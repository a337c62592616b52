package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StatusIT {

    private static final Instant NOW = Instant.parse("2026-11-30T10:30:00Z");

    @TempDir
    private static Path folder;

    private static Installation installation;
    private static Cli cli;
    private static String accepted;
    private static String running;
    private static String crashed;
    private static String waiting;
    private static String looking;
    private static String reopened;
    private static String protectedTenant;
    private static String verified;
    private static String cancelled;
    private static String failed;

    @BeforeAll
    static void everyState() {
        installation = Installation.inOneDatabase(folder);
        cli = installation.cli().at(Clock.fixed(NOW, ZoneOffset.UTC));
        assertThat(installation.cli().run("migrate").exit()).isZero();
        JobRows rows = new JobRows(installation);
        failed = rows.add(1, "FAILED", Map.of());
        verified = rows.add(2, "VERIFIED", Map.of("verified_at", "'2026-11-30T10:00:00Z'"));
        cancelled = rows.add(3, "CANCELLED", Map.of());
        accepted = rows.add(4, "ACCEPTED", Map.of("not_before", "'2026-12-07T09:00:01Z'"));
        running = rows.add(5, "RUNNING", Map.of("lease_until", "'2026-11-30T10:30:20Z'", "run_id", "'nightly'"));
        crashed = rows.add(6, "RUNNING", Map.of("lease_until", "'2026-11-30T10:29:20Z'", "run_id", "'nightly'"));
        waiting = rows.add(
                7,
                "WAITING_RETRY",
                Map.of(
                        "next_retry_at", "'2026-11-30T10:30:12Z'",
                        "last_error_store", "'cache'",
                        "last_error_class", "'UNAVAILABLE'",
                        "last_error_code", "'RedisConnectionException'"));
        looking = rows.add(8, "AWAITING_VERIFICATION", Map.of("next_look_at", "'2026-11-30T10:30:02Z'"));
        reopened = rows.add(9, "BLOCKED", Map.of("block_reason", "'REOPENED'", "generation_met", "2"));
        protectedTenant = rows.add(10, "BLOCKED", Map.of("block_reason", "'PROTECTED'"));
        rows.addTask(
                waiting,
                2,
                "cache.keys",
                "WAITING_RETRY",
                Map.of("last_error_class", "'UNAVAILABLE'", "last_error_code", "'RedisConnectionException'"));
        rows.addTask(
                waiting,
                1,
                "main.tickets",
                "ERASED",
                Map.of("baseline", "3000", "erased", "3000", "retries", "2", "finished_at", "'2026-11-30T10:01:00Z'"));
    }

    @Test
    void open_jobs_come_first_the_oldest_on_top_and_each_line_ends_with_the_next_command() {
        List<String> lines = cli.run("status").out().lines().skip(1).toList();

        assertThat(lines)
                .extracting(line -> line.substring(0, 35))
                .startsWith(accepted, running, crashed, waiting, looking, reopened, protectedTenant)
                .hasSize(10);
        assertThat(lines)
                .extracting(line -> line.substring(line.indexOf("scripts/expunge")))
                .startsWith(
                        "scripts/expunge run",
                        "scripts/expunge status " + running,
                        "scripts/expunge run",
                        "scripts/expunge run --job " + waiting,
                        "scripts/expunge verify --job " + looking + " --wait",
                        "scripts/expunge status " + reopened,
                        "scripts/expunge status " + protectedTenant)
                .contains(
                        "scripts/expunge evidence show " + verified,
                        "scripts/expunge submit --help",
                        "scripts/expunge resume " + failed);
    }

    @Test
    void the_list_is_bounded_and_says_how_many_more_there_are() {
        Answer few = cli.run("status", "--limit", "3");
        Answer all = cli.run("status", "--limit", "0", "--output", "json");

        assertThat(few.out().lines()).hasSize(4);
        assertThat(few.err()).isEqualTo("expunge: and 7 more; --limit 0 shows all\n");
        assertThat(all.json().get("jobs")).hasSize(10);
    }

    @Test
    void a_waiting_job_shows_store_class_code_and_the_next_fire_that_takes_it_up() {
        Answer answer = cli.run("status", waiting);

        assertThat(answer.out())
                .contains("last error    store cache: UNAVAILABLE (RedisConnectionException)")
                .contains("next retry    2026-12-01T01:00:00Z by schedule; due 2026-11-30T10:30:12Z\n")
                .endsWith("next: scripts/expunge run --job " + waiting + "\n");
        assertThat(answer.out().lines().filter(line -> line.contains("@primary") && !line.contains("NOT_")))
                .first()
                .asString()
                .startsWith("main.tickets@primary")
                .contains("ERASED", "3000", "2026-11-30T10:01:00Z");
    }

    @Test
    void a_look_is_shown_at_the_fire_that_makes_it() {
        JsonNode job = cli.run("status", looking, "--output", "json").json();

        assertThat(cli.run("status", looking).out())
                .contains("next look     2026-12-01T06:30:00Z by schedule; due 2026-11-30T10:30:02Z\n");
        assertThat(job.get("nextLookAt").stringValue()).isEqualTo("2026-11-30T10:30:02Z");
        assertThat(job.get("nextLookFire").stringValue()).isEqualTo("2026-12-01T06:30:00Z");
        assertThat(cli.run("status").out()).contains("2026-12-01T06:30:00Z", "2026-12-01T01:00:00Z");
    }

    @Test
    void the_schedule_of_the_settings_counts_and_where_it_cannot_be_read_the_due_time_is_shown() throws IOException {
        Path jobs = Files.createDirectory(folder.resolve("jobs"));
        Files.writeString(jobs.resolve("erasure.yaml"), "retries: '*/20 * * * *'\nwindow: always\n");
        Files.writeString(jobs.resolve("verification.yaml"), "schedule: sometimes\n");
        Cli there = cli.and("EXPUNGE_JOBS", jobs.toString());

        assertThat(there.run("status", waiting).out()).contains("next retry    2026-11-30T10:40:00Z by schedule; due");
        assertThat(there.run("status", looking).out()).contains("next look     2026-11-30T10:30:02Z\n");
        assertThat(there.run("status", looking).err()).contains("verification.yaml:1:11: schedule is");
    }

    @Test
    void a_waiting_job_as_json() {
        JsonNode job = cli.run("status", waiting, "--output", "json").json();

        assertThat(job.get("jobId").stringValue()).isEqualTo(waiting);
        assertThat(job.get("state").stringValue()).isEqualTo("WAITING_RETRY");
        assertThat(job.get("blockReason").isNull()).isTrue();
        assertThat(job.get("nextRetryAt").stringValue()).isEqualTo("2026-11-30T10:30:12Z");
        assertThat(job.get("nextRetryFire").stringValue()).isEqualTo("2026-12-01T01:00:00Z");
        assertThat(job.get("lastError").toString())
                .isEqualTo(
                        "{\"store\":\"cache\",\"errorClass\":\"UNAVAILABLE\",\"code\":\"RedisConnectionException\"}");
        assertThat(texts(job.get("next"))).containsExactly("scripts/expunge run --job " + waiting);
        JsonNode first = job.get("tasks").get(0);
        assertThat(first.get("resource").stringValue()).isEqualTo("main.tickets");
        assertThat(first.get("baseline").longValue()).isEqualTo(3000);
        assertThat(first.get("erased").longValue()).isEqualTo(3000);
        assertThat(first.get("retries").intValue()).isEqualTo(2);
        assertThat(job.get("tasks").get(1).get("lastError").get("errorClass").stringValue())
                .isEqualTo("UNAVAILABLE");
        assertThat(job.get("gaps"))
                .extracting(gap -> gap.get("gap").stringValue())
                .contains("NOT_ERASED", "NO_RECEIPT");
    }

    @Test
    void a_reopened_tenants_job_names_the_generation_met_and_the_ways_on() {
        Answer answer = cli.run("status", reopened);
        JsonNode json = cli.run("status", reopened, "--output", "json").json();

        assertThat(answer.out())
                .contains("BLOCKED(REOPENED)")
                .contains("the tenant was re-opened under a later generation")
                .contains("generation 2 in the tenant registry")
                .contains("way on: leave it")
                .contains("submit --generation 2")
                .contains("on-reopen: erase-older")
                .contains("scripts/expunge replan " + reopened)
                .contains("next: scripts/expunge resume " + reopened);
        assertThat(json.get("blockReason").stringValue()).isEqualTo("REOPENED");
        assertThat(json.get("generationMet").intValue()).isEqualTo(2);
        assertThat(json.get("ways")).hasSize(3);
    }

    @Test
    void every_job_can_be_shown_both_ways_and_names_no_tenant_I7() {
        for (String job : List.of(
                accepted, running, crashed, waiting, looking, reopened, protectedTenant, verified, cancelled, failed)) {
            Answer text = cli.run("status", job);
            Answer json = cli.run("status", job, "--output", "json");

            assertThat(text.exit()).isZero();
            assertThat(text.out()).contains("next: scripts/expunge");
            assertThat(json.json().get("jobId").stringValue()).isEqualTo(job);
            assertThat(json.json().get("next")).isNotEmpty();
            assertThat(text.all() + json.all()).doesNotContain("wayne");
        }
    }

    @Test
    void an_unknown_job_is_exit_2_and_says_how_to_find_the_right_one() {
        Answer answer = cli.run("status", "dj_" + "f".repeat(32));

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).contains("no such deletion job", "scripts/expunge status lists them");
    }

    @Test
    void compliance_staff_need_the_views_and_no_other_login() {
        Cli compliance = Cli.with(Map.of(
                "EXPUNGE_CONTROL_URL", installation.setting("EXPUNGE_CONTROL_URL"),
                "EXPUNGE_CONTROL_USER", installation.setting("EXPUNGE_CONTROL_COMPLIANCE_USER"),
                "EXPUNGE_CONTROL_PASSWORD", installation.setting("EXPUNGE_CONTROL_COMPLIANCE_PASSWORD")));

        assertThat(compliance.run("status").exit()).isZero();
        assertThat(compliance.run("status", verified).exit()).isZero();
        assertThat(compliance.run("evidence", "show", verified).exit()).isZero();
        assertThat(compliance.run("status", "dj_" + "f".repeat(32)).err())
                .contains("the application's requests were not asked: EXPUNGE_INTAKE_URL is not set");
        assertThat(installation
                        .controlAs("expunge_compliance")
                        .sql("SELECT count(*) FROM pg_catalog.pg_class WHERE relnamespace = 'expunge'::regnamespace"
                                + " AND relkind = 'r' AND has_table_privilege(oid, 'SELECT')")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void an_unmigrated_database_is_named_as_such() {
        Answer answer = Installation.inOneDatabase(folder).cli().run("status");

        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err()).contains("SQLSTATE 42P01", "run scripts/expunge migrate");
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::stringValue)
                .toList();
    }
}
