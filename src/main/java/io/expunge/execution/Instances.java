package io.expunge.execution;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Job instances as Spring Batch's tables have them; for questions that need no Spring Batch to answer them. */
public final class Instances {

    /**
     * Those whose last execution stands as if it were at work, or in a state that Spring Batch itself can't get out of (a
     * connection that broke in mid-chunk leaves UNKNOWN, and recover() refuses that: measured).
     */
    private static final String UNENDED = """
            SELECT instance.job_instance_id
            FROM expunge.batch_job_instance instance
            JOIN expunge.batch_job_execution execution ON execution.job_instance_id = instance.job_instance_id
            WHERE instance.job_name = :job
              AND execution.status IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN')
            ORDER BY instance.job_instance_id
            """;

    private static final String RUNS_OF_UNENDED = """
            SELECT execution.job_execution_id,
                   MAX(CASE WHEN parameter.parameter_name = :runId THEN parameter.parameter_value END) AS run_id,
                   MAX(CASE WHEN parameter.parameter_name = :onlyJob THEN parameter.parameter_value END) AS only_job
            FROM expunge.batch_job_instance instance
            JOIN expunge.batch_job_execution execution ON execution.job_instance_id = instance.job_instance_id
            JOIN expunge.batch_job_execution_params parameter
              ON parameter.job_execution_id = execution.job_execution_id
            WHERE instance.job_name = :job
              AND execution.status IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN')
            GROUP BY execution.job_execution_id
            ORDER BY execution.job_execution_id
            """;

    private static final String OF_RUN = """
            SELECT COUNT(*)
            FROM expunge.batch_job_instance instance
            JOIN expunge.batch_job_execution execution ON execution.job_instance_id = instance.job_instance_id
            JOIN expunge.batch_job_execution_params parameter
              ON parameter.job_execution_id = execution.job_execution_id
            WHERE instance.job_name = :job
              AND parameter.parameter_name = :name
              AND parameter.parameter_value = :run
            """;

    /** A process that was stopped long ago stands here for as long as it lives, whoever has its deletion jobs by now. */
    private static final String STILL_AT_WORK = """
            SELECT DISTINCT share.job_id
            FROM expunge.run_partition share
            JOIN expunge.batch_job_execution_params parameter
              ON parameter.parameter_name = :runId
             AND parameter.parameter_value = share.run_id
            JOIN expunge.batch_job_execution execution
              ON execution.job_execution_id = parameter.job_execution_id
            JOIN expunge.batch_job_instance instance
              ON instance.job_instance_id = execution.job_instance_id
             AND instance.job_name = share.batch_job
            WHERE share.job_id IN (:jobs)
              AND share.batch_job = :batchJob
              AND execution.status IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN')
            """;

    private final JdbcClient control;

    public Instances(JdbcClient control) {
        this.control = control;
    }

    /** Those of the deletion jobs that some execution which hasn't ended was planned to work on. */
    public Set<String> stillAtWork(String jobName, Collection<String> deletionJobs) {
        return deletionJobs.isEmpty()
                ? Set.of()
                : control.sql(STILL_AT_WORK)
                        .param("runId", RunParameters.RUN_ID)
                        .param("jobs", deletionJobs)
                        .param("batchJob", jobName)
                        .query(String.class)
                        .set();
    }

    /** The ids of those that are running, or whose runner died. */
    public List<Long> unended(String jobName) {
        return control.sql(UNENDED).param("job", jobName).query(Long.class).list();
    }

    /** Whether one stands as running although nobody holds its lock: whoever ran it is dead. */
    public boolean anyCrashed(String jobName, InstanceLock locks) {
        List<RunParameters> unended = control.sql(RUNS_OF_UNENDED)
                .param("job", jobName)
                .param("runId", RunParameters.RUN_ID)
                .param("onlyJob", RunParameters.DELETION_JOB_ID)
                .query((row, index) ->
                        new RunParameters(row.getString("run_id"), Optional.ofNullable(row.getString("only_job"))))
                .list();
        return unended.stream().anyMatch(run -> isFree(jobName, run, locks));
    }

    private static boolean isFree(String jobName, RunParameters run, InstanceLock locks) {
        Optional<InstanceLock.Held> lock = locks.tryLock(jobName, run.toJobParameters());
        lock.ifPresent(InstanceLock.Held::close);
        return lock.isPresent();
    }

    /** Whether a run of this name was ever started. */
    public boolean existOf(String jobName, String runId) {
        return control.sql(OF_RUN)
                        .param("job", jobName)
                        .param("name", RunParameters.RUN_ID)
                        .param("run", runId)
                        .query(Long.class)
                        .single()
                > 0;
    }
}
