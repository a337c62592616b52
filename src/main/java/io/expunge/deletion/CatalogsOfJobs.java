package io.expunge.deletion;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Which catalog a job is on, and putting it on another. */
final class CatalogsOfJobs {

    /** A job without a plan hash is planned by the next run. What has not begun stays accepted, in its first round. */
    private static final String REPLAN = """
            UPDATE expunge.deletion_job
            SET catalog_hash = :catalog,
                plan_hash = NULL,
                round = CASE WHEN state = 'ACCEPTED' THEN round ELSE round + 1 END,
                state = CASE WHEN state = 'ACCEPTED' THEN 'ACCEPTED' ELSE 'WAITING_RETRY' END,
                stage = CASE WHEN state = 'ACCEPTED' THEN stage ELSE 'REPLANNED' END,
                state_since = CASE WHEN state IN ('ACCEPTED', 'WAITING_RETRY') THEN state_since ELSE :now END,
                next_retry_at = CASE WHEN state = 'ACCEPTED' THEN next_retry_at ELSE :now END,
                next_look_at = NULL,
                block_reason = NULL,
                generation_met = NULL,
                waits = 0,
                unknown_looks = 0,
                last_error_store = NULL,
                last_error_class = NULL,
                last_error_code = NULL,
                state_version = state_version + 1,
                lease_owner = NULL,
                lease_until = NULL
            WHERE id = :id
              AND state IN ('ACCEPTED', 'RUNNING', 'WAITING_RETRY', 'AWAITING_VERIFICATION', 'BLOCKED')
              AND state_version = :expectedVersion
              AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)
            """;

    private static final String OPEN_UNDER_ANOTHER = """
            SELECT id
            FROM expunge.deletion_job
            WHERE catalog_hash <> :catalog
              AND state IN ('ACCEPTED', 'RUNNING', 'WAITING_RETRY', 'AWAITING_VERIFICATION', 'BLOCKED')
            ORDER BY requested_at, id
            """;

    private final JdbcClient control;

    CatalogsOfJobs(JdbcClient control) {
        this.control = control;
    }

    boolean replan(DeletionJob job, String catalogHash, Instant now) {
        return control.sql(REPLAN)
                        .param("id", job.id())
                        .param("catalog", catalogHash)
                        .param("expectedVersion", job.version())
                        .param("now", JdbcDeletionJobs.at(now))
                        .update()
                == 1;
    }

    List<String> openUnderAnother(String catalogHash) {
        return control.sql(OPEN_UNDER_ANOTHER)
                .param("catalog", catalogHash)
                .query(String.class)
                .list();
    }
}
