package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import io.expunge.sandbox.SampleTenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SubmitIT {

    @TempDir
    private static Path folder;

    private static Installation installation;
    private static Cli cli;

    @BeforeAll
    static void migrate() {
        installation = Installation.inTwoDatabases(folder);
        cli = installation.cli();
        assertThat(cli.run("migrate").exit()).isZero();
    }

    @Test
    void asking_again_answers_the_same_also_through_sql_I1() {
        JsonNode first = submit("twice").json();
        JsonNode second = submit("twice").json();

        assertThat(first.get("jobId").stringValue()).matches("dj_[0-9a-f]{32}");
        assertThat(first.get("state").stringValue()).isEqualTo("ACCEPTED");
        assertThat(first.get("received").booleanValue()).isTrue();
        assertThat(second).isEqualTo(first);
        assertThat(installation
                        .applicationAs("expunge_intake")
                        .sql("SELECT expunge_intake.submit_deletion('twice', 1, 'OTHER_REASON')")
                        .query(String.class)
                        .single())
                .isEqualTo(first.get("jobId").stringValue());
    }

    @Test
    void another_generation_is_another_job() {
        String first = submit("grown").json().get("jobId").stringValue();

        Answer second =
                cli.run("submit", "--tenant", "grown", "--generation", "2", "--reason-code", "X", "--output", "json");

        assertThat(second.json().get("jobId").stringValue()).isNotEqualTo(first);
        assertThat(second.json().get("generation").intValue()).isEqualTo(2);
    }

    @Test
    void many_at_once_get_the_same_answer_I1() throws Exception {
        int callers = 8;
        CyclicBarrier together = new CyclicBarrier(callers);
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            List<Callable<Answer>> calls = Collections.nCopies(callers, () -> {
                together.await();
                return submit("at once");
            });

            List<JsonNode> answers = new ArrayList<>();
            for (Future<Answer> call : threads.invokeAll(calls)) {
                answers.add(call.get().json());
            }

            assertThat(answers).hasSize(callers);
            assertThat(answers.stream().map(answer -> answer.get("jobId")).distinct())
                    .hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    static Stream<String> hostileIds() {
        return Stream.concat(
                SampleTenants.NEIGHBOURS.stream(),
                Stream.of(
                        "-x",
                        "--generation",
                        "@pom.xml",
                        "--help",
                        "${sys:user.home}",
                        "'; DROP TABLE users; --",
                        "\"quoted\"",
                        " a",
                        "a b"));
    }

    @ParameterizedTest
    @MethodSource("hostileIds")
    void an_id_arrives_byte_for_byte_and_is_shown_nowhere_I7(String id) {
        Answer answer =
                cli.run("submit", "--tenant", id, "--generation", "1", "--reason-code", "X", "--output", "json");
        Answer attached =
                cli.run("submit", "--tenant=" + id, "--generation", "1", "--reason-code", "X", "--output", "json");
        Answer fromFile = cli.reading(id + "\n")
                .run("submit", "--tenant-file", "-", "--generation", "1", "--reason-code", "X", "--output", "json");

        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(installation
                        .application()
                        .sql("SELECT encode(convert_to(tenant_id, 'UTF8'), 'hex') FROM expunge_intake.deletion_request"
                                + " WHERE id = :id")
                        .param("id", answer.json().get("jobId").stringValue())
                        .query(String.class)
                        .single())
                .isEqualTo(HexFormat.of().formatHex(id.getBytes(StandardCharsets.UTF_8)));
        assertThat(attached.json().get("jobId")).isEqualTo(answer.json().get("jobId"));
        assertThat(fromFile.json().get("jobId")).isEqualTo(answer.json().get("jobId"));
        assertThat(answer.err()).isEmpty();
    }

    @Test
    void nothing_that_is_said_names_the_tenant_I7() {
        Answer json = submit("wayne-enterprises");
        Answer text = cli.run("submit", "--tenant", "wayne-enterprises", "--generation", "1", "--reason-code", "X");
        String id = json.json().get("jobId").stringValue();

        assertThat(text.out()).isEqualTo(id + " ACCEPTED\nnext: scripts/expunge run\n");
        assertThat(Stream.of(
                                json,
                                text,
                                cli.run("status"),
                                cli.run("status", id),
                                cli.run("status", id, "--output", "json"))
                        .map(Answer::all))
                .noneMatch(said -> said.contains("wayne"));
    }

    @Test
    void a_protected_tenant_is_refused_before_anything_is_written_I12() {
        Answer answer = submit(SampleTenants.CONTROL);

        assertThat(answer.exit()).isEqualTo(4);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.all()).doesNotContain(SampleTenants.CONTROL);
        assertThat(installation
                        .application()
                        .sql("SELECT count(*) FROM expunge_intake.deletion_request WHERE tenant_id = :tenant")
                        .param("tenant", SampleTenants.CONTROL)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void without_the_control_database_the_request_stands_and_becomes_a_job_later() {
        Cli without = cli.and("EXPUNGE_CONTROL_URL", "jdbc:postgresql://127.0.0.1:1/expunge");

        Answer answer = without.run(
                "submit", "--tenant", "patient", "--generation", "1", "--reason-code", "X", "--output", "json");
        Answer status = cli.run("status", answer.json().get("jobId").stringValue());
        Answer later = submit("patient");

        assertThat(answer.exit()).isZero();
        assertThat(answer.json().get("received").booleanValue()).isFalse();
        assertThat(answer.json().get("state").stringValue()).isEqualTo("ACCEPTED");
        assertThat(answer.err())
                .startsWith("expunge: the request stands and becomes a job at the next run")
                .contains("SQLSTATE 08001");
        assertThat(status.exit()).isZero();
        assertThat(status.out()).contains("ACCEPTED", "becomes a job at the next run", "next: scripts/expunge run");
        assertThat(later.json().get("received").booleanValue()).isTrue();
        assertThat(later.json().get("jobId")).isEqualTo(answer.json().get("jobId"));
    }

    @Test
    void who_may_only_submit_needs_no_other_login() {
        Cli only = cli.without("EXPUNGE_CONTROL_URL")
                .without("EXPUNGE_INTAKE_ERASER_USER")
                .without("EXPUNGE_INTAKE_ERASER_PASSWORD")
                .without("EXPUNGE_REFERENCE_KEY_FILE");

        Answer answer = only.run("submit", "--tenant", "modest", "--generation", "1", "--reason-code", "X");

        assertThat(answer.exit()).isZero();
        assertThat(answer.out()).matches("dj_[0-9a-f]{32} ACCEPTED\nnext: scripts/expunge run\n");
        assertThat(answer.err()).contains("EXPUNGE_REFERENCE_KEY_FILE is not set");
    }

    @Test
    void without_the_applications_database_nothing_is_promised() {
        Answer answer = cli.and("EXPUNGE_INTAKE_URL", "jdbc:postgresql://127.0.0.1:1/saas")
                .run("submit", "--tenant", "nobody", "--generation", "1", "--reason-code", "X");

        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).startsWith("expunge: the application's database doesn't answer (SQLSTATE 08001)");
    }

    @Test
    void a_later_start_counts_where_it_is_after_the_grace() {
        Answer answer = cli.run(
                "submit",
                "--tenant",
                "later",
                "--generation",
                "1",
                "--reason-code",
                "X",
                "--not-before",
                "2999-01-31T22:00:00+01:00",
                "--output",
                "json");

        assertThat(answer.json().get("notBefore").stringValue()).isEqualTo("2999-01-31T21:00:00Z");
    }

    private static Answer submit(String tenant) {
        return cli.run("submit", "--tenant", tenant, "--generation", "1", "--reason-code", "X", "--output", "json");
    }
}
