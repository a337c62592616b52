package io.expunge.report;

import io.expunge.execution.InstanceLock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads Spring Batch's tables; its times are in UTC, because the product's JVMs are. */
public final class JdbcExecutionReports implements ExecutionReports {

    private static final Set<String> AT_WORK = Set.of("STARTING", "STARTED", "STOPPING", "UNKNOWN");

    private static final String HOW_INSTANCES_WENT = """
            SELECT instance.job_instance_id,
                   instance.job_name,
                   execution.job_execution_id,
                   execution.status,
                   execution.exit_code,
                   execution.start_time,
                   execution.end_time,
                   (SELECT COUNT(*)
                    FROM expunge.batch_job_execution counted
                    WHERE counted.job_instance_id = instance.job_instance_id) AS executions,
                   (SELECT parameter.parameter_value
                    FROM expunge.batch_job_execution_params parameter
                    WHERE parameter.job_execution_id = execution.job_execution_id
                      AND parameter.parameter_name = 'runId') AS run_id,
                   (SELECT parameter.parameter_value
                    FROM expunge.batch_job_execution_params parameter
                    WHERE parameter.job_execution_id = execution.job_execution_id
                      AND parameter.parameter_name = 'deletionJobId') AS only_job
            FROM expunge.batch_job_instance instance
            JOIN expunge.batch_job_execution execution
              ON execution.job_execution_id = (SELECT MAX(latest.job_execution_id)
                                               FROM expunge.batch_job_execution latest
                                               WHERE latest.job_instance_id = instance.job_instance_id)
            ORDER BY instance.job_instance_id DESC
            FETCH FIRST :limit ROWS ONLY
            """;

    private static final String WHAT_IDENTIFIES_IT = """
            SELECT parameter_name, parameter_value
            FROM expunge.batch_job_execution_params
            WHERE job_execution_id = :execution
              AND identifying = 'Y'
            """;

    private final JdbcClient control;
    private final InstanceLock locks;

    public JdbcExecutionReports(JdbcClient control, InstanceLock locks) {
        this.control = control;
        this.locks = locks;
    }

    @Override
    public List<ExecutionOverview> instances(int limit) {
        return control
                .sql(HOW_INSTANCES_WENT)
                .param("limit", limit)
                .query(JdbcExecutionReports::instance)
                .list()
                .stream()
                .map(this::judged)
                .toList();
    }

    private record Found(ExecutionOverview overview, long executionId) {}

    private static Found instance(ResultSet row, int index) throws SQLException {
        return new Found(
                new ExecutionOverview(
                        row.getLong("job_instance_id"),
                        row.getString("job_name"),
                        Optional.ofNullable(row.getString("run_id")).orElse(""),
                        Optional.ofNullable(row.getString("only_job")),
                        row.getInt("executions"),
                        row.getString("status"),
                        row.getString("exit_code"),
                        utc(row, "start_time"),
                        utc(row, "end_time")),
                row.getLong("job_execution_id"));
    }

    private ExecutionOverview judged(Found found) {
        ExecutionOverview overview = found.overview();
        if (!AT_WORK.contains(overview.status()) || !isFree(overview.batchJob(), found.executionId())) {
            return overview;
        }
        return new ExecutionOverview(
                overview.instanceId(),
                overview.batchJob(),
                overview.runId(),
                overview.onlyJob(),
                overview.executions(),
                ExecutionOverview.CRASHED,
                overview.exitCode(),
                overview.startedAt(),
                overview.endedAt());
    }

    /** Takes the lock of a runner that is most likely dead for a moment; one that lives is not disturbed. */
    private boolean isFree(String batchJob, long executionId) {
        Optional<InstanceLock.Held> lock = locks.tryLock(batchJob, identity(executionId));
        lock.ifPresent(InstanceLock.Held::close);
        return lock.isPresent();
    }

    private JobParameters identity(long executionId) {
        JobParametersBuilder parameters = new JobParametersBuilder();
        control.sql(WHAT_IDENTIFIES_IT).param("execution", executionId).query((ResultSet row) -> {
            parameters.addString(row.getString("parameter_name"), row.getString("parameter_value"));
        });
        return parameters.toJobParameters();
    }

    private static Optional<Instant> utc(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, LocalDateTime.class))
                .map(time -> time.toInstant(ZoneOffset.UTC));
    }
}
