package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import io.expunge.execution.InstanceLock;
import io.expunge.execution.PostgresInstanceLock;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import tools.jackson.databind.JsonNode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExecutionListIT {

    @TempDir
    private static Path folder;

    private static Installation installation;

    @BeforeAll
    static void migrate() {
        installation = Installation.inOneDatabase(folder);
        assertThat(installation.cli().run("migrate").exit()).isZero();
        execution(1, 1, "COMPLETED", "COMPLETED", "first");
        execution(2, 2, "FAILED", "FAILED", "second");
        execution(2, 3, "FAILED", "FAILED", "second");
        execution(3, 4, "STARTED", "UNKNOWN", "third");
    }

    @Test
    void the_newest_instance_comes_first_with_its_last_execution_and_the_next_command() {
        Answer answer = installation.cli().run("execution", "list");

        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out().lines())
                .satisfiesExactly(
                        heading -> assertThat(heading).contains("instance", "status", "next"),
                        third -> assertThat(third)
                                .contains("third", "CRASHED")
                                .endsWith("scripts/expunge execution restart 3"),
                        second -> assertThat(second)
                                .contains("second", "FAILED", "2026-11-30T10:00:00Z")
                                .endsWith("scripts/expunge execution restart 2"),
                        first ->
                                assertThat(first).contains("first", "COMPLETED").doesNotContain("scripts/expunge"));
        JsonNode second = installation
                .cli()
                .run("execution", "list", "--output", "json")
                .json()
                .get("executions")
                .get(1);
        assertThat(second.get("instanceId").longValue()).isEqualTo(2);
        assertThat(second.get("executions").intValue()).isEqualTo(2);
        assertThat(second.get("runId").stringValue()).isEqualTo("second");
    }

    @Test
    void an_instance_whose_lock_is_held_is_running_and_not_crashed() {
        InstanceLock locks = new PostgresInstanceLock(
                Databases.dataSource(new Settings(installation.environment()).control(Settings.ControlRole.ERASER)));
        try (InstanceLock.Held held = locks.tryLock(
                        "erasureJob",
                        new JobParametersBuilder().addString("runId", "third").toJobParameters())
                .orElseThrow()) {
            assertThat(held).isNotNull();

            Answer answer = installation.cli().run("execution", "list", "--limit", "1");

            assertThat(answer.out()).contains("STARTED").doesNotContain("CRASHED", "restart");
        }
    }

    private static void execution(int instance, int execution, String status, String exitCode, String runId) {
        JobRows rows = new JobRows(installation);
        if (installation
                        .control()
                        .sql("SELECT count(*) FROM expunge.batch_job_instance WHERE job_instance_id = " + instance)
                        .query(Long.class)
                        .single()
                == 0) {
            rows.insert(
                    "batch_job_instance",
                    new TreeMap<>(Map.of(
                            "job_instance_id",
                            String.valueOf(instance),
                            "job_name",
                            "'erasureJob'",
                            "job_key",
                            "'" + instance + "'")));
        }
        rows.insert(
                "batch_job_execution",
                new TreeMap<>(Map.of(
                        "job_execution_id", String.valueOf(execution),
                        "job_instance_id", String.valueOf(instance),
                        "create_time", "'2026-11-30T10:00:00'",
                        "start_time", "'2026-11-30T10:00:00'",
                        "status", JobRows.text(status),
                        "exit_code", JobRows.text(exitCode))));
        rows.insert(
                "batch_job_execution_params",
                new TreeMap<>(Map.of(
                        "job_execution_id", String.valueOf(execution),
                        "parameter_name", "'runId'",
                        "parameter_type", "'java.lang.String'",
                        "parameter_value", JobRows.text(runId),
                        "identifying", "'Y'")));
    }
}
