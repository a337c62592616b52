package io.expunge.deletion;

import io.expunge.tenant.TenantReference;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What people do to jobs: conditional on the version that they were shown, without a lease. */
final class ActsOnJobs {

    /**
     * What was blocked because of what was found, because the store is another now, or because an exception has ended, is
     * erased and proved anew.
     */
    private static final String RESUME = """
            UPDATE expunge.deletion_job
            SET state = 'WAITING_RETRY',
                round = CASE WHEN block_reason IN ('GAP', 'ROUNDS', 'OTHER_STORE', 'OVERDUE') THEN round + 1 ELSE round END,
                block_reason = NULL,
                resumes = resumes + 1,
                state_version = state_version + 1,
                state_since = :now,
                next_retry_at = :now
            WHERE id = :id
              AND state IN ('BLOCKED', 'FAILED')
              AND state_version = :expectedVersion
            """;

    private static final String CANCEL = """
            UPDATE expunge.deletion_job
            SET state = 'CANCELLED',
                state_version = state_version + 1,
                state_since = :now,
                last_asked_at = COALESCE(:asked, last_asked_at)
            WHERE id = :id
              AND state = 'ACCEPTED'
              AND state_version = :expectedVersion
            """;

    /** The token rises, so that a runner whose lease has run out changes nothing when it wakes up. */
    private static final String ABANDON = """
            UPDATE expunge.deletion_job
            SET state = 'FAILED',
                block_reason = NULL,
                state_version = state_version + 1,
                state_since = :now,
                next_retry_at = NULL,
                next_look_at = NULL,
                lease_owner = NULL,
                lease_token = lease_token + 1,
                lease_until = NULL
            WHERE id = :id
              AND state IN ('ACCEPTED', 'RUNNING', 'AWAITING_VERIFICATION', 'WAITING_RETRY', 'BLOCKED')
              AND state_version = :expectedVersion
              AND (lease_owner IS NULL OR lease_until < CURRENT_TIMESTAMP)
            """;

    private static final String IS_AT_WORK = """
            SELECT COUNT(*)
            FROM expunge.deletion_job
            WHERE id = :id
              AND lease_owner IS NOT NULL
              AND lease_until >= CURRENT_TIMESTAMP
            """;

    private static final String BLOCKED = """
             FROM expunge.deletion_job job
            WHERE job.state = 'BLOCKED'
              AND (:anyReason OR job.block_reason = :reason)
              AND (:anyStore
                   OR job.last_error_store = :store
                   OR EXISTS (SELECT 1
                              FROM expunge.deletion_task task
                              WHERE task.job_id = job.id
                                AND task.state = 'BLOCKED'
                                AND task.store = :store))
            ORDER BY job.requested_at, job.id
            """;

    private static final String KEPT_BY_NO_PAUSE = """
            SELECT job.id
            FROM expunge.deletion_job job
            WHERE job.state = 'WAITING_RETRY'
              AND job.last_error_class = 'PAUSED'
              AND NOT EXISTS (SELECT 1
                              FROM expunge.pause pause
                              WHERE pause.store IN ('*', job.last_error_store))
            ORDER BY job.id
            FOR UPDATE
            """;

    private static final String DUE_NOW = """
            UPDATE expunge.deletion_job
            SET next_retry_at = :now,
                state_version = state_version + 1
            WHERE id IN (:ids)
              AND state = 'WAITING_RETRY'
            """;

    private final JdbcClient control;

    ActsOnJobs(JdbcClient control) {
        this.control = control;
    }

    boolean resume(DeletionJob job, Instant now) {
        return act(RESUME, job, now).update() == 1;
    }

    boolean cancel(DeletionJob job, Optional<Instant> asked, Instant now) {
        return act(CANCEL, job, now)
                        .param("asked", asked.map(JdbcDeletionJobs::at).orElse(null), Types.TIMESTAMP_WITH_TIMEZONE)
                        .update()
                == 1;
    }

    boolean abandon(DeletionJob job, Instant now) {
        return act(ABANDON, job, now).update() == 1;
    }

    private JdbcClient.StatementSpec act(String sql, DeletionJob job, Instant now) {
        return control.sql(sql)
                .param("id", job.id())
                .param("expectedVersion", job.version())
                .param("now", JdbcDeletionJobs.at(now));
    }

    boolean isAtWork(DeletionJob job) {
        return control.sql(IS_AT_WORK).param("id", job.id()).query(Long.class).single() > 0;
    }

    List<String> blocked(Optional<BlockReason> reason, Optional<String> store) {
        return control.sql("SELECT job.id" + BLOCKED)
                .param("anyReason", reason.isEmpty())
                .param("reason", reason.map(Enum::name).orElse(""))
                .param("anyStore", store.isEmpty())
                .param("store", store.orElse(""))
                .query(String.class)
                .list();
    }

    List<DeletionJob> ofTenant(Collection<TenantReference> tenant) {
        return control
                .sql("SELECT " + JobRow.COLUMNS
                        + " FROM expunge.deletion_job WHERE tenant_ref IN (:references) ORDER BY requested_at, id")
                .param("references", tenant.stream().map(TenantReference::value).toList())
                .query(new JobRow())
                .list()
                .stream()
                .filter(job -> tenant.contains(job.reference()))
                .toList();
    }

    List<String> dueAfterPause(Instant now) {
        List<String> ids = control.sql(KEPT_BY_NO_PAUSE).query(String.class).list();
        if (!ids.isEmpty()) {
            control.sql(DUE_NOW)
                    .param("ids", ids)
                    .param("now", JdbcDeletionJobs.at(now))
                    .update();
        }
        return ids;
    }
}
