package io.expunge.policy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Exceptions in the control database. */
public final class JdbcExceptions implements Exceptions {

    /** Times are compared with the clock that is handed in; the gate compares once more, with the database's. */
    private static final String IN_FORCE = """
            FROM expunge.policy_exception kept
            WHERE kept.task_id = :task
              AND kept.expires_at > :now
              AND NOT EXISTS (SELECT 1
                              FROM expunge.policy_exception later
                              WHERE later.task_id = kept.task_id
                                AND COALESCE(later.item_hash, '') = COALESCE(kept.item_hash, '')
                                AND later.id > kept.id)
            """;

    private static final String ALLOWANCE = """
            SELECT COALESCE(GREATEST(SUM(CASE WHEN kept.item_hash IS NULL THEN 0 ELSE kept.items END),
                                     MAX(CASE WHEN kept.item_hash IS NULL THEN kept.items ELSE 0 END)), 0)
            """ + IN_FORCE;

    /** What was seen last of a task that kept something, and whether what is in force now still covers it. */
    private static final String WHOSE_EXCEPTIONS_ARE_OVER = """
            SELECT seen.job_id, seen.task_id, seen.residue
            FROM expunge.deletion_job job
            JOIN expunge.deletion_task task ON task.job_id = job.id
                                           AND task.required
                                           AND task.state = 'RETAINED'
                                           AND task.round = job.round
            JOIN expunge.evidence seen ON seen.task_id = task.id
                                      AND seen.id = (SELECT MAX(look.id)
                                                     FROM expunge.evidence look
                                                     WHERE look.task_id = task.id
                                                       AND look.round = job.round)
            WHERE job.state = 'VERIFIED'
              AND EXISTS (SELECT 1
                          FROM expunge.policy_exception ended
                          WHERE ended.task_id = task.id
                            AND ended.expires_at <= :now)
            """;

    private final JdbcClient control;

    public JdbcExceptions(JdbcClient control) {
        this.control = control;
    }

    @Override
    public boolean cover(String taskId, String itemHash, Instant now) {
        return asked("SELECT COUNT(*) " + IN_FORCE + " AND kept.item_hash = :hash", taskId, now)
                        .param("hash", itemHash)
                        .query(Long.class)
                        .single()
                > 0;
    }

    @Override
    public boolean coverTask(String taskId, Instant now) {
        return asked("SELECT COUNT(*) " + IN_FORCE + " AND kept.item_hash IS NULL", taskId, now)
                        .query(Long.class)
                        .single()
                > 0;
    }

    @Override
    public long allowance(String taskId, Instant now) {
        return asked(ALLOWANCE, taskId, now).query(Long.class).single();
    }

    private JdbcClient.StatementSpec asked(String sql, String taskId, Instant now) {
        return control.sql(sql).param("task", taskId).param("now", now.atOffset(ZoneOffset.UTC));
    }

    @Override
    public Set<String> jobsPastThem(Instant now) {
        return control
                .sql(WHOSE_EXCEPTIONS_ARE_OVER)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .query((row, index) ->
                        new Kept(row.getString("job_id"), row.getString("task_id"), row.getLong("residue")))
                .list()
                .stream()
                .filter(kept -> kept.items() > allowance(kept.taskId(), now))
                .map(Kept::jobId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private record Kept(String jobId, String taskId, long items) {}
}
