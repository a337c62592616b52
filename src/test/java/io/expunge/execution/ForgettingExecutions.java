package io.expunge.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.JobMove;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.job.parameters.JobParameters;

/** Which batch job instances are forgotten. */
interface ForgettingExecutions {

    Duration AGE = Duration.ofDays(90);
    String OLD = "2025-11-01T03:00:00";
    String YOUNG = "2026-02-01T03:00:00";

    GivenJobs given();

    @Test
    default void what_completed_long_ago_is_forgotten_with_all_its_rows_and_what_completed_lately_is_not() {
        instance(1, "COMPLETED", OLD, "nightly-1");
        instance(2, "COMPLETED", YOUNG, "nightly-2");

        assertThat(purge().find(AGE, 10))
                .extracting(PurgeExecutions.Forgettable::instanceId)
                .containsExactly(1L);
        assertThat(purge().purge(AGE, 10)).isEqualTo(1);

        assertThat(instances()).containsExactly(2L);
        for (String table : List.of(
                "batch_job_execution",
                "batch_job_execution_params",
                "batch_job_execution_context",
                "batch_step_execution",
                "batch_step_execution_context")) {
            assertThat(count("expunge." + table)).as(table).isEqualTo(1);
        }
        assertThat(count("expunge.audit_event WHERE action = 'execution.purged'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"STARTING", "STARTED", "STOPPING", "UNKNOWN"})
    default void what_is_at_work_or_was_left_by_a_dead_runner_stays(String status) {
        instance(1, status, OLD, "nightly-1");

        assertThat(purge().purge(AGE, 10)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FAILED", "STOPPED"})
    default void I6_what_a_restart_could_still_do_something_with_stays(String status) {
        DeletionJob waiting =
                given().waiting("acme", "nightly-1", GivenJobs.NOW, new ErrorNote("cache", "UNAVAILABLE", "CONNECT"));
        instance(1, status, OLD, "nightly-1");
        given().blocked("hooli", "nightly-2");
        instance(2, status, OLD, "nightly-2");

        assertThat(purge().purge(AGE, 10)).isZero();

        DeletionJob elsewhere =
                given().claimed(io.expunge.deletion.Claims.by("nightly-3")).get(0);
        assertThat(elsewhere.id()).isEqualTo(waiting.id());
        assertThat(purge().purge(AGE, 10)).isEqualTo(1);
        assertThat(instances()).containsExactly(2L);
    }

    @Test
    default void what_failed_and_is_all_over_is_forgotten() {
        given().moved(
                        given().running("acme", "nightly-1"),
                        new JobMove.Block(io.expunge.deletion.BlockReason.HELD, Optional.empty(), Optional.empty()));
        given().control().execute("UPDATE expunge.deletion_job SET state = 'FAILED', block_reason = NULL");
        instance(1, "FAILED", OLD, "nightly-1");

        assertThat(purge().purge(AGE, 10)).isEqualTo(1);
    }

    @Test
    default void what_somebody_holds_is_left_alone() {
        instance(1, "COMPLETED", OLD, "nightly-1");
        InstanceLock held = new InstanceLock() {
            @Override
            public Optional<Held> tryLock(String jobName, JobParameters parameters) {
                return Optional.empty();
            }
        };

        assertThat(purge(held).purge(AGE, 10)).isZero();
        assertThat(instances()).containsExactly(1L);
    }

    @Test
    default void so_many_at_once_the_oldest_first() {
        for (int number = 1; number <= 3; number++) {
            instance(number, "COMPLETED", OLD, "nightly-" + number);
        }

        assertThat(purge().purge(AGE, 2)).isEqualTo(2);
        assertThat(instances()).containsExactly(3L);
    }

    private PurgeExecutions purge() {
        return purge(new InProcessInstanceLock());
    }

    private PurgeExecutions purge(InstanceLock locks) {
        Clock clock = Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC);
        ControlDatabase control = given().control();
        return new PurgeExecutions(
                control.client(Role.ERASER),
                locks,
                new JdbcAuditTrail(control.client(Role.ERASER), clock),
                control.transaction(Role.ERASER),
                clock);
    }

    private List<Long> instances() {
        return given().control()
                .client(Role.ERASER)
                .sql("SELECT job_instance_id FROM expunge.batch_job_instance ORDER BY 1")
                .query(Long.class)
                .list();
    }

    private long count(String rows) {
        return given().control()
                .client(Role.ERASER)
                .sql("SELECT COUNT(*) FROM " + rows)
                .query(Long.class)
                .single();
    }

    /** As Spring Batch writes them. */
    private void instance(int number, String status, String ended, String runId) {
        given().control()
                .execute(
                        "INSERT INTO expunge.batch_job_instance (job_instance_id, job_name, job_key) VALUES (%d, 'erasureJob', '%d')"
                                .formatted(number, number),
                        "INSERT INTO expunge.batch_job_execution (job_execution_id, job_instance_id, create_time, end_time, status)"
                                + " VALUES (%d, %d, '%s', '%s', '%s')".formatted(number, number, ended, ended, status),
                        "INSERT INTO expunge.batch_job_execution_params (job_execution_id, parameter_name, parameter_type,"
                                + " parameter_value, identifying) VALUES (%d, 'runId', 'java.lang.String', '%s', 'Y')"
                                        .formatted(number, runId),
                        "INSERT INTO expunge.batch_job_execution_context (job_execution_id, short_context) VALUES (%d, '{}')"
                                .formatted(number),
                        "INSERT INTO expunge.batch_step_execution (step_execution_id, version, step_name, job_execution_id,"
                                + " create_time) VALUES (%d, 0, 'claimDueJobs', %d, '%s')"
                                        .formatted(number, number, ended),
                        "INSERT INTO expunge.batch_step_execution_context (step_execution_id, short_context) VALUES (%d, '{}')"
                                .formatted(number));
    }
}
