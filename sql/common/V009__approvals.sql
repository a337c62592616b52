-- What a second person is asked to approve, and what was approved. Who may approve what is held by ../postgresql/V009.1.

-- Append-only: a plan with what was counted for it, as an operator asked to have it approved. counts: JSON, one object per task.
CREATE TABLE expunge.approval_request (
    id            BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id        VARCHAR(40)              NOT NULL REFERENCES expunge.deletion_job (id),
    round         INTEGER                  NOT NULL,
    catalog_hash  VARCHAR(80)              NOT NULL REFERENCES expunge.catalog_snapshot (hash),
    plan_hash     VARCHAR(80)              NOT NULL,
    approval_hash VARCHAR(80)              NOT NULL,
    counts        VARCHAR(1000000)         NOT NULL,
    requested_by  VARCHAR(100)             NOT NULL,
    requested_at  TIMESTAMP WITH TIME ZONE NOT NULL
);
CREATE INDEX approval_request_job_idx ON expunge.approval_request (job_id, id);

-- Append-only: one per request at most.
CREATE TABLE expunge.approval (
    id          BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id  BIGINT                   NOT NULL UNIQUE REFERENCES expunge.approval_request (id),
    approver    VARCHAR(100)             NOT NULL,
    person      VARCHAR(60)              NOT NULL,
    reason_code VARCHAR(60)              NOT NULL,
    ticket      VARCHAR(60),
    approved_at TIMESTAMP WITH TIME ZONE NOT NULL
);

CREATE VIEW expunge.approval_record AS
SELECT request.id           AS request_id,
       request.job_id,
       request.round,
       request.catalog_hash,
       request.plan_hash,
       request.approval_hash,
       request.counts,
       request.requested_by,
       request.requested_at,
       approval.approver,
       approval.person,
       approval.reason_code,
       approval.ticket,
       approval.approved_at
FROM expunge.approval_request request
LEFT JOIN expunge.approval approval ON approval.request_id = request.id;

-- A task whose resource the job's present catalog doesn't name any more. Its evidence stays; nothing is done for it.
ALTER TABLE expunge.deletion_task ADD COLUMN in_plan BOOLEAN DEFAULT TRUE NOT NULL;

-- As before, of the tasks that are in the plan.
CREATE OR REPLACE VIEW expunge.job_status AS
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
       (SELECT COUNT(*)
        FROM expunge.deletion_task task
        WHERE task.job_id = job.id
          AND task.in_plan) AS tasks,
       (SELECT COUNT(*)
        FROM expunge.deletion_task task
        WHERE task.job_id = job.id
          AND task.in_plan
          AND task.round = job.round
          AND task.state IN ('ERASED', 'ALREADY_ABSENT', 'ANONYMISED', 'EXPIRING', 'RETAINED')) AS tasks_ended,
       (SELECT COALESCE(SUM(task.erased), 0) FROM expunge.deletion_task task WHERE task.job_id = job.id) AS items_erased
FROM expunge.deletion_job job;

CREATE OR REPLACE VIEW expunge.task_progress AS
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
FROM expunge.deletion_task task
WHERE task.in_plan;
