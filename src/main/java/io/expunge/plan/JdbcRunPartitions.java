package io.expunge.plan;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Run partitions in the control database. */
public final class JdbcRunPartitions implements RunPartitions {

    private static final String WRITE = """
            INSERT INTO expunge.run_partition (batch_job, run_id, wave, name, job_id, round, resource_type, task_ids, place)
            VALUES (:batchJob, :run, :wave, :name, :job, :round, :type, :tasks, :place)
            """;

    private static final String READ = """
            SELECT batch_job, run_id, wave, name, job_id, round, resource_type, task_ids, place
            FROM expunge.run_partition
            WHERE batch_job = :batchJob
              AND run_id = :run
            """;

    private static final String IN_ORDER = "ORDER BY wave, place, name, job_id";

    private final JdbcClient control;

    public JdbcRunPartitions(JdbcClient control) {
        this.control = control;
    }

    @Override
    public void write(List<RunPartition> partitions) {
        for (RunPartition partition : partitions) {
            control.sql(WRITE)
                    .param("batchJob", partition.batchJob())
                    .param("run", partition.runId())
                    .param("wave", partition.wave())
                    .param("name", partition.name())
                    .param("job", partition.jobId())
                    .param("round", partition.round())
                    .param("type", partition.resourceType())
                    .param("tasks", String.join(" ", partition.taskIds()))
                    .param("place", partition.place())
                    .update();
        }
    }

    @Override
    public List<RunPartition> ofRun(String batchJob, String runId) {
        return control.sql(READ + IN_ORDER)
                .param("batchJob", batchJob)
                .param("run", runId)
                .query(JdbcRunPartitions::row)
                .list();
    }

    @Override
    public List<RunPartition> named(String batchJob, String runId, String wave, String name) {
        return control.sql(READ + "AND wave = :wave AND name = :name " + IN_ORDER)
                .param("batchJob", batchJob)
                .param("run", runId)
                .param("wave", wave)
                .param("name", name)
                .query(JdbcRunPartitions::row)
                .list();
    }

    private static RunPartition row(ResultSet row, int index) throws SQLException {
        return new RunPartition(
                row.getString("batch_job"),
                row.getString("run_id"),
                row.getString("wave"),
                row.getString("name"),
                row.getString("job_id"),
                row.getInt("round"),
                row.getString("resource_type"),
                List.of(row.getString("task_ids").split(" ")),
                row.getInt("place"));
    }
}
