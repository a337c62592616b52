-- What `why` reads. The gate now asks through gate_gaps, which tells all that is missing and not the first thing only, so that
-- what is told is what the gate refuses by; and no second copy of its questions can drift away from it.

CREATE FUNCTION expunge.gate_gaps(p_job varchar, p_round integer, p_catalog varchar)
    RETURNS TABLE (place bigint, store varchar, resource_id varchar, location varchar, missing text)
    LANGUAGE sql
    STABLE
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH required AS (
        SELECT task.id, task.resource_id, task.location, task.store, task.state, task.round, task.second_look_millis,
               receipt.id AS receipt_id, receipt.recorded_at
        FROM expunge.deletion_task task
        LEFT JOIN expunge.receipt receipt ON receipt.task_id = task.id
                                         AND receipt.round = p_round
                                         AND receipt.end_state = task.state
        WHERE task.job_id = p_job
          AND task.required
    ),
    ranked AS (
        SELECT evidence.task_id, evidence.run_id, evidence.verdict, evidence.control, evidence.observed_at,
               seal.run_id IS NOT NULL AS sealed,
               row_number() OVER (PARTITION BY evidence.task_id ORDER BY evidence.id DESC) AS age
        FROM expunge.evidence evidence
        LEFT JOIN expunge.evidence_seal seal ON seal.run_id = evidence.run_id
        WHERE evidence.job_id = p_job
          AND evidence.round = p_round
    ),
    verdicts AS (
        SELECT required.id,
               CASE
                   WHEN required.round <> p_round
                        OR required.state NOT IN ('ERASED', 'ALREADY_ABSENT', 'ANONYMISED') THEN 'is not erased'
                   WHEN required.receipt_id IS NULL THEN 'has no receipt of this round'
                   WHEN first_look.task_id IS NULL OR second_look.task_id IS NULL THEN 'lacks a look of this round'
                   WHEN first_look.verdict <> 'EMPTY' OR second_look.verdict <> 'EMPTY' THEN 'was not found empty twice running'
                   WHEN first_look.control <> 'SEEN' OR second_look.control <> 'SEEN' THEN 'was looked at without the control'
                   WHEN first_look.run_id = second_look.run_id THEN 'was looked at twice by one run'
                   WHEN NOT first_look.sealed OR NOT second_look.sealed THEN 'has a look that is not sealed'
                   WHEN first_look.observed_at < required.recorded_at THEN 'was looked at before it was erased'
                   WHEN second_look.observed_at - first_look.observed_at
                        < required.second_look_millis * interval '1 millisecond' THEN 'was looked at again too soon'
               END AS missing,
               required.resource_id, required.location, required.store, second_look.run_id
        FROM required
        LEFT JOIN ranked second_look ON second_look.task_id = required.id AND second_look.age = 1
        LEFT JOIN ranked first_look ON first_look.task_id = required.id AND first_look.age = 2
    ),
    gaps AS (
        SELECT 1 AS kind, NULL::varchar AS id, NULL::varchar AS store, NULL::varchar AS resource_id,
               NULL::varchar AS location, 'the plan has no required task' AS missing
        WHERE NOT EXISTS (SELECT 1 FROM required)
        UNION ALL
        SELECT 2, verdicts.id, verdicts.store, verdicts.resource_id, verdicts.location, verdicts.missing
        FROM verdicts
        WHERE verdicts.missing IS NOT NULL
        UNION ALL
        -- Searched by the run that looked last; before the first look the missing look says it all.
        SELECT DISTINCT 3, NULL::varchar, verdicts.store, NULL::varchar, NULL::varchar, 'was not found free of drift'
        FROM verdicts
        WHERE verdicts.run_id IS NOT NULL
          AND NOT EXISTS (SELECT 1
                          FROM expunge.drift_check drift
                          WHERE drift.catalog_hash = p_catalog
                            AND drift.run_id = verdicts.run_id
                            AND drift.store = verdicts.store
                            AND drift.outcome = 'CLEAN')
    )
    SELECT row_number() OVER (ORDER BY kind, id, store), store, resource_id, location, missing
    FROM gaps
    ORDER BY kind, id, store
$$;

REVOKE ALL ON FUNCTION expunge.gate_gaps(varchar, integer, varchar) FROM PUBLIC;

-- The gate's answer is the first of them; NULL when nothing is missing.
CREATE OR REPLACE FUNCTION expunge.missing_for_verified(p_job varchar, p_round integer, p_catalog varchar) RETURNS text
    LANGUAGE sql
    STABLE
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE
               WHEN gap.resource_id IS NOT NULL THEN gap.resource_id || '@' || gap.location || ' ' || gap.missing
               WHEN gap.store IS NOT NULL THEN 'a store of the plan ' || gap.missing
               ELSE gap.missing
           END
    FROM expunge.gate_gaps(p_job, p_round, p_catalog) gap
    ORDER BY gap.place
    LIMIT 1
$$;

CREATE VIEW expunge.verification_gap AS
SELECT job.id AS job_id,
       gap.place,
       gap.store,
       gap.resource_id,
       gap.location,
       gap.missing
FROM expunge.deletion_job job
CROSS JOIN LATERAL expunge.gate_gaps(job.id, job.round, job.catalog_hash) gap;

-- What decides when a job goes on by itself. state_since of a job that waits is that of its last try; how long the same
-- thing has kept it stands in the audit trail.
CREATE VIEW expunge.job_outlook AS
SELECT job.id AS job_id,
       job.waits,
       job.unknown_looks,
       CASE WHEN job.state = 'WAITING_RETRY' THEN
           COALESCE((SELECT MIN(tried.recorded_at)
                     FROM expunge.audit_event tried
                     WHERE tried.job_id = job.id
                       AND tried.action = 'job.moved'
                       AND position(note.text IN tried.detail) > 0
                       AND tried.id > COALESCE((SELECT MAX(other.id)
                                                FROM expunge.audit_event other
                                                WHERE other.job_id = job.id
                                                  AND other.action IN ('job.moved', 'job.decided', 'job.resumed')
                                                  AND position(note.text IN other.detail) = 0), 0)),
                    job.state_since)
       END AS waiting_since,
       COALESCE((SELECT MAX(task.second_look_millis)
                 FROM expunge.deletion_task task
                 WHERE task.job_id = job.id
                   AND task.required),
                (SELECT CAST(MAX(EXTRACT(EPOCH FROM CAST(resource -> 'verify' ->> 'second-look' AS interval)) * 1000) AS bigint)
                 FROM expunge.catalog_snapshot snapshot
                 CROSS JOIN LATERAL jsonb_array_elements(CAST(snapshot.content AS jsonb) -> 'resources') resource
                 WHERE snapshot.hash = job.catalog_hash
                   AND CAST(resource ->> 'required' AS boolean))) AS second_look_millis,
       COALESCE((SELECT hold.action = 'PLACED'
                 FROM expunge.legal_hold hold
                 WHERE hold.reference_key = job.reference_key
                   AND hold.tenant_ref = job.tenant_ref
                 ORDER BY hold.id DESC
                 LIMIT 1), FALSE) AS held,
       (SELECT MIN(pause.store)
        FROM expunge.pause pause
        WHERE pause.store = '*'
           OR pause.store = job.last_error_store
           OR pause.store IN (SELECT task.store
                              FROM expunge.deletion_task task
                              WHERE task.job_id = job.id
                                AND (task.round <> job.round
                                     OR task.state IN ('PENDING', 'RUNNING', 'WAITING_RETRY', 'BLOCKED')))) AS paused_store
FROM expunge.deletion_job job
CROSS JOIN LATERAL (SELECT 'WAITING_RETRY because ' || job.last_error_store || ' ' || job.last_error_class || ' ' AS text) note;

CREATE VIEW expunge.drift_latest AS
SELECT DISTINCT ON (drift.catalog_hash, drift.store)
       drift.catalog_hash,
       drift.store,
       drift.run_id,
       drift.outcome,
       drift.code,
       drift.findings,
       drift.checked_at
FROM expunge.drift_check drift
ORDER BY drift.catalog_hash, drift.store, drift.id DESC;
