package io.expunge.deletion;

import io.expunge.deletion.DeletionJobs.Claim;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Which jobs are due, and taking them: locked past whoever is just taking others, under a new lease token. */
final class DueJobs {

    /** Who claimed them would only park them again. */
    private static final String NOT_ALL_PAUSED = """
             AND NOT EXISTS (SELECT 1 FROM expunge.pause WHERE store = '*')
            """;

    private static final String DUE_FOR_ERASURE = """
            ((state = 'ACCEPTED' AND not_before <= :now)
              OR (state = 'WAITING_RETRY' AND next_retry_at <= :now)
              OR (state = 'WAITING_RETRY' AND last_error_class = 'UNAVAILABLE' AND last_error_store IN (:answering))
              OR (state = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP))
            AND (run_id IS NULL OR run_id NOT IN (:excluded))
            """ + NOT_ALL_PAUSED;

    private static final String BEGUN_AND_DUE = DUE_FOR_ERASURE + " AND state <> 'ACCEPTED'";

    private static final String NAMED_FOR_ERASURE = """
            id = :only
            AND ((state = 'ACCEPTED' AND not_before <= :now)
              OR state = 'WAITING_RETRY'
              OR (state = 'RUNNING' AND lease_until < CURRENT_TIMESTAMP))
            AND (run_id IS NULL OR run_id NOT IN (:excluded))
            """ + NOT_ALL_PAUSED;

    private static final String DUE_FOR_LOOK = """
            state = 'AWAITING_VERIFICATION'
            AND next_look_at <= :now
            AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP)
            AND (run_id IS NULL OR run_id NOT IN (:excluded))
            """;

    private static final String TAKE = """
            UPDATE expunge.deletion_job
            SET state = :state,
                stage = :stage,
                state_version = state_version + 1,
                state_since = CASE WHEN state = :state THEN state_since ELSE :now END,
                lease_owner = :owner,
                lease_token = lease_token + 1,
                lease_until = CURRENT_TIMESTAMP + CAST(:leaseSeconds AS INTEGER) * INTERVAL '1' SECOND,
                run_id = :run,
                next_retry_at = NULL
            WHERE id IN (:ids)
            """;

    private final JdbcClient control;

    DueJobs(JdbcClient control) {
        this.control = control;
    }

    List<String> takeForErasure(Claim claim) {
        return take(lockDue(dueForErasure(claim), claim), JobState.RUNNING, "CLAIMED", claim);
    }

    long countForErasure(Claim claim) {
        return count(dueForErasure(claim), claim);
    }

    private static String dueForErasure(Claim claim) {
        if (claim.onlyJob().isPresent()) {
            return NAMED_FOR_ERASURE;
        }
        return claim.begunOnly() ? BEGUN_AND_DUE : DUE_FOR_ERASURE;
    }

    List<String> takeForLook(Claim claim) {
        return take(lockDue(dueForLook(claim), claim), JobState.AWAITING_VERIFICATION, "LOOKING", claim);
    }

    long countForLook(Claim claim) {
        return count(dueForLook(claim), claim);
    }

    private static String dueForLook(Claim claim) {
        return claim.onlyJob().isPresent() ? DUE_FOR_LOOK + " AND id = :only" : DUE_FOR_LOOK;
    }

    private List<String> lockDue(String due, Claim claim) {
        return bind(
                        control.sql("SELECT id FROM expunge.deletion_job WHERE " + due
                                + " ORDER BY requested_at, id FETCH FIRST :limit ROWS ONLY FOR UPDATE SKIP LOCKED"),
                        claim)
                .param("limit", claim.limit())
                .query(String.class)
                .list();
    }

    private long count(String due, Claim claim) {
        return bind(control.sql("SELECT COUNT(*) FROM expunge.deletion_job WHERE " + due), claim)
                .query(Long.class)
                .single();
    }

    private static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec statement, Claim claim) {
        return statement
                .param("now", JdbcDeletionJobs.at(claim.now()))
                .param("only", claim.onlyJob().orElse(""))
                .param("excluded", orNobody(claim.excludedRuns()))
                .param("answering", orNobody(claim.answeringStores()));
    }

    /** An empty list can't be written in SQL; no run and no store has a blank name. */
    private static Set<String> orNobody(Set<String> names) {
        return names.isEmpty() ? Set.of("") : names;
    }

    private List<String> take(List<String> ids, JobState state, String stage, Claim claim) {
        if (ids.isEmpty()) {
            return List.of();
        }
        control.sql(TAKE)
                .param("state", state.name())
                .param("stage", stage)
                .param("now", JdbcDeletionJobs.at(claim.now()))
                .param("owner", claim.owner())
                .param("leaseSeconds", claim.lease().toSeconds())
                .param("run", claim.runId())
                .param("ids", ids)
                .update();
        return ids;
    }

    List<String> takeBack(Collection<String> jobIds, JobState expected, Claim claim) {
        List<String> ids = jobIds.isEmpty()
                ? List.of()
                : control.sql("""
                                SELECT id
                                FROM expunge.deletion_job
                                WHERE id IN (:ids)
                                  AND run_id = :run
                                  AND (state = :expected OR (:expected = 'RUNNING' AND state = 'WAITING_RETRY'))
                                ORDER BY id
                                FOR UPDATE
                                """)
                        .param("ids", jobIds)
                        .param("run", claim.runId())
                        .param("expected", expected.name())
                        .query(String.class)
                        .list();
        return take(ids, expected, expected == JobState.RUNNING ? "CLAIMED" : "LOOKING", claim);
    }
}
