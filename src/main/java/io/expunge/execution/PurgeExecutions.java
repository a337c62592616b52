package io.expunge.execution;

import io.expunge.audit.AuditTrail;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Forgets how old batch job instances went. Only Spring Batch's own tables: what was planned, acknowledged and seen stays.
 *
 * <p>Never an instance that a restart could still do something with: one that failed or was stopped while an open deletion job
 * carries its run id, and one that is at work or whose runner died. Run ids are not to be used again: a run of a forgotten name
 * would be a new one.
 */
public final class PurgeExecutions {

    private static final Logger LOG = LoggerFactory.getLogger(PurgeExecutions.class);

    private static final String FORGETTABLE = """
            SELECT instance.job_instance_id,
                   instance.job_name,
                   (SELECT parameter.parameter_value
                    FROM expunge.batch_job_execution_params parameter
                    WHERE parameter.job_execution_id = last.job_execution_id
                      AND parameter.parameter_name = 'runId') AS run_id,
                   (SELECT parameter.parameter_value
                    FROM expunge.batch_job_execution_params parameter
                    WHERE parameter.job_execution_id = last.job_execution_id
                      AND parameter.parameter_name = 'deletionJobId') AS only_job
            FROM expunge.batch_job_instance instance
            JOIN expunge.batch_job_execution last
              ON last.job_execution_id = (SELECT MAX(latest.job_execution_id)
                                          FROM expunge.batch_job_execution latest
                                          WHERE latest.job_instance_id = instance.job_instance_id)
            WHERE last.end_time < :before
              AND NOT EXISTS (SELECT 1
                              FROM expunge.batch_job_execution unended
                              WHERE unended.job_instance_id = instance.job_instance_id
                                AND unended.status IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN'))
              AND (last.status = 'COMPLETED'
                   OR NOT EXISTS (SELECT 1
                                  FROM expunge.deletion_job job
                                  JOIN expunge.batch_job_execution_params parameter
                                    ON parameter.parameter_value = job.run_id
                                  WHERE parameter.job_execution_id = last.job_execution_id
                                    AND parameter.parameter_name = 'runId'
                                    AND job.state NOT IN ('VERIFIED', 'CANCELLED', 'FAILED')))
            """;

    private static final String OLDEST_FIRST = """
            ORDER BY instance.job_instance_id
            FETCH FIRST :limit ROWS ONLY
            """;

    private static final String OF_INSTANCE =
            " WHERE job_execution_id IN (SELECT job_execution_id FROM expunge.batch_job_execution"
                    + " WHERE job_instance_id = :instance)";

    /** Children before their parents. */
    private static final List<String> FORGET = List.of(
            "DELETE FROM expunge.batch_step_execution_context WHERE step_execution_id IN"
                    + " (SELECT step_execution_id FROM expunge.batch_step_execution" + OF_INSTANCE + ")",
            "DELETE FROM expunge.batch_step_execution" + OF_INSTANCE,
            "DELETE FROM expunge.batch_job_execution_context" + OF_INSTANCE,
            "DELETE FROM expunge.batch_job_execution_params" + OF_INSTANCE,
            "DELETE FROM expunge.batch_job_execution WHERE job_instance_id = :instance",
            "DELETE FROM expunge.batch_job_instance WHERE job_instance_id = :instance");

    private final JdbcClient control;
    private final InstanceLock locks;
    private final AuditTrail audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public PurgeExecutions(
            JdbcClient control, InstanceLock locks, AuditTrail audit, TransactionTemplate transaction, Clock clock) {
        this.control = control;
        this.locks = locks;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** An instance that can be forgotten. */
    public record Forgettable(long instanceId, String batchJob, RunParameters run) {}

    /** The oldest instances that ended longer ago than that, at most so many; touches nothing. */
    public List<Forgettable> find(Duration age, int limit) {
        return select(FORGETTABLE + OLDEST_FIRST, before(age))
                .param("limit", limit)
                .query((row, index) -> {
                    return new Forgettable(
                            row.getLong("job_instance_id"),
                            row.getString("job_name"),
                            new RunParameters(row.getString("run_id"), Optional.ofNullable(row.getString("only_job"))));
                })
                .list();
    }

    /**
     * Forgets them, each under its lock and in a transaction of its own; one that somebody is just restarting is left alone.
     *
     * @return how many
     */
    public int purge(Duration age, int limit) {
        int purged = 0;
        for (Forgettable old : find(age, limit)) {
            Optional<InstanceLock.Held> lock =
                    locks.tryLock(old.batchJob(), old.run().toJobParameters());
            if (lock.isPresent()) {
                try (InstanceLock.Held held = lock.get()) {
                    purged += Boolean.TRUE.equals(transaction.execute(status -> forget(old, age))) ? 1 : 0;
                }
            }
        }
        if (purged > 0) {
            int number = purged;
            transaction.executeWithoutResult(status -> audit.record(
                    "execution.purged", Optional.empty(), Optional.empty(), number + " instances older than " + age));
            LOG.info("{} batch job instances older than {} were forgotten", purged, age);
        }
        return purged;
    }

    /** Looks again: it may have been restarted before it was locked. */
    private boolean forget(Forgettable old, Duration age) {
        boolean still = select(FORGETTABLE + " AND instance.job_instance_id = :instance", before(age))
                .param("instance", old.instanceId())
                .query((row, index) -> row.getLong("job_instance_id"))
                .optional()
                .isPresent();
        if (still) {
            FORGET.forEach(statement ->
                    control.sql(statement).param("instance", old.instanceId()).update());
        }
        return still;
    }

    private JdbcClient.StatementSpec select(String statement, Instant before) {
        return control.sql(statement).param("before", LocalDateTime.ofInstant(before, clock.getZone()));
    }

    private Instant before(Duration age) {
        return clock.instant().minus(age);
    }
}
