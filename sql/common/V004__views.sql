-- Views for people. Their columns are commented in ../postgresql/R__comments.sql.

CREATE VIEW expunge.job_status AS
SELECT job.id                AS job_id,
       job.reference_key,
       job.tenant_ref,
       job.generation,
       job.state,
       job.block_reason,
       job.generation_met,
       job.stage,
       job.round,
       job.state_version,
       job.state_since,
       job.reason_code,
       job.ticket,
       job.requested_by,
       job.requested_at,
       job.not_before,
       job.next_retry_at,
       job.next_look_at,
       job.target_at,
       job.expected_at,
       job.last_error_store,
       job.last_error_class,
       job.last_error_code,
       job.run_id,
       job.lease_until,
       job.frozen_at,
       job.verified_at,
       job.catalog_hash,
       job.plan_hash,
       (SELECT COUNT(*) FROM expunge.deletion_task task WHERE task.job_id = job.id) AS tasks,
       (SELECT COUNT(*)
        FROM expunge.deletion_task task
        WHERE task.job_id = job.id
          AND task.round = job.round
          AND task.state IN ('ERASED', 'ALREADY_ABSENT', 'ANONYMISED', 'EXPIRING', 'RETAINED')) AS tasks_ended,
       (SELECT COALESCE(SUM(task.erased), 0) FROM expunge.deletion_task task WHERE task.job_id = job.id) AS items_erased
FROM expunge.deletion_job job;

CREATE VIEW expunge.task_progress AS
SELECT task.id AS task_id,
       task.job_id,
       task.position_in_plan,
       task.resource_id,
       task.location,
       task.store,
       task.resource_type,
       task.wave,
       task.required,
       task.fence,
       task.state,
       task.block_reason,
       task.round,
       task.baseline,
       task.erased,
       task.slices,
       task.retries,
       task.throttled,
       task.failures,
       task.last_error_class,
       task.last_error_code,
       task.requested_at,
       task.started_at,
       task.last_progress_at,
       task.finished_at
FROM expunge.deletion_task task;

-- What each look saw, newest last: the rows that `evidence show` prints.
CREATE VIEW expunge.evidence_record AS
SELECT evidence.id AS evidence_id,
       evidence.run_id,
       evidence.job_id,
       evidence.reference_key,
       evidence.tenant_ref,
       evidence.generation,
       evidence.task_id,
       evidence.resource_id,
       evidence.location,
       evidence.round,
       evidence.look,
       evidence.verdict,
       evidence.gap_code,
       evidence.store_code,
       evidence.residue,
       evidence.ungenerated,
       evidence.later,
       evidence.baseline,
       evidence.control,
       evidence.probe,
       evidence.credentials,
       evidence.fence,
       evidence.erased_position,
       evidence.probe_position,
       evidence.plan_hash,
       evidence.policy_version,
       evidence.catalog_hash,
       evidence.software_version,
       evidence.requested_at,
       evidence.observed_at,
       evidence.row_hash,
       seal.chain_position,
       seal.merkle_root,
       seal.seal_hash,
       seal.sealed_at
FROM expunge.evidence evidence
LEFT JOIN expunge.evidence_seal seal ON seal.run_id = evidence.run_id;

-- What keeps an open job from VERIFIED, one row per task and reason.
CREATE VIEW expunge.evidence_gap AS
SELECT job.id AS job_id,
       task.id AS task_id,
       task.resource_id,
       task.location,
       job.round,
       CASE
           WHEN task.round <> job.round OR task.state NOT IN ('ERASED', 'ALREADY_ABSENT', 'ANONYMISED') THEN 'NOT_ERASED'
           WHEN receipt.id IS NULL THEN 'NO_RECEIPT'
           WHEN last_look.id IS NULL THEN 'NOT_LOOKED'
           WHEN last_look.verdict <> 'EMPTY' THEN last_look.verdict
           WHEN previous_look.id IS NULL OR previous_look.verdict <> 'EMPTY' THEN 'SECOND_LOOK'
           ELSE 'NOT_DECIDED'
       END AS gap,
       last_look.gap_code,
       last_look.residue,
       last_look.ungenerated,
       last_look.observed_at AS last_observed_at
FROM expunge.deletion_job job
JOIN expunge.deletion_task task ON task.job_id = job.id AND task.required
LEFT JOIN expunge.receipt receipt ON receipt.task_id = task.id AND receipt.round = job.round
LEFT JOIN expunge.evidence last_look
       ON last_look.id = (SELECT MAX(e.id) FROM expunge.evidence e WHERE e.task_id = task.id AND e.round = job.round)
LEFT JOIN expunge.evidence previous_look
       ON previous_look.id = (SELECT MAX(e.id)
                              FROM expunge.evidence e
                              WHERE e.task_id = task.id AND e.round = job.round AND e.id < last_look.id)
WHERE job.state NOT IN ('VERIFIED', 'CANCELLED', 'FAILED');

CREATE VIEW expunge.dead_letter_open AS
SELECT letter.id AS dead_letter_id,
       letter.job_id,
       letter.task_id,
       task.resource_id,
       letter.round,
       letter.store,
       letter.error_class,
       letter.error_code,
       letter.item_hash,
       letter.owner,
       letter.opened_at
FROM expunge.dead_letter letter
JOIN expunge.deletion_task task ON task.id = letter.task_id
WHERE letter.closed_at IS NULL;
