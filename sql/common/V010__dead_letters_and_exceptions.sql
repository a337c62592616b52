-- The way out of the dead letters: retried, or waived under an approved exception that ends.

-- One open letter per task and item, counted up when the same is met again.
ALTER TABLE expunge.dead_letter ADD COLUMN times INTEGER DEFAULT 1 NOT NULL;
ALTER TABLE expunge.dead_letter ADD COLUMN last_at TIMESTAMP WITH TIME ZONE;
UPDATE expunge.dead_letter SET last_at = opened_at;
ALTER TABLE expunge.dead_letter ALTER COLUMN last_at SET NOT NULL;
CREATE INDEX dead_letter_task_idx ON expunge.dead_letter (task_id);

UPDATE expunge.dead_letter
SET closed_at = CURRENT_TIMESTAMP,
    resolution = 'REPEATED'
WHERE closed_at IS NULL
  AND id NOT IN (SELECT MAX(letter.id)
                 FROM expunge.dead_letter letter
                 WHERE letter.closed_at IS NULL
                 GROUP BY letter.task_id, letter.item_hash);

-- Append-only: a permission to keep something until a day. The latest row for a task and item is the one that counts. One
-- without an item speaks of all that is left of the task.
CREATE TABLE expunge.policy_exception (
    id             BIGINT                   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id         VARCHAR(40)              NOT NULL REFERENCES expunge.deletion_job (id),
    task_id        VARCHAR(60)              NOT NULL REFERENCES expunge.deletion_task (id),
    kind           VARCHAR(10)              NOT NULL CHECK (kind IN ('RETAIN')),
    dead_letter_id BIGINT                   NOT NULL REFERENCES expunge.dead_letter (id),
    item_hash      VARCHAR(80),
    items          BIGINT                   NOT NULL CHECK (items > 0),
    reason_code    VARCHAR(60)              NOT NULL,
    ticket         VARCHAR(100),
    approver       VARCHAR(100)             NOT NULL,
    approved_at    TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at     TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT policy_exception_ends CHECK (expires_at > approved_at)
);
CREATE INDEX policy_exception_task_idx ON expunge.policy_exception (task_id, id);
CREATE INDEX policy_exception_job_idx ON expunge.policy_exception (job_id);

CREATE VIEW expunge.dead_letter_record AS
SELECT letter.id AS dead_letter_id,
       letter.job_id,
       letter.task_id,
       task.resource_id,
       task.location,
       letter.round,
       letter.store,
       letter.error_class,
       letter.error_code,
       letter.item_hash,
       letter.owner,
       letter.times,
       letter.opened_at,
       letter.last_at,
       letter.closed_at,
       letter.resolution
FROM expunge.dead_letter letter
JOIN expunge.deletion_task task ON task.id = letter.task_id;

CREATE OR REPLACE VIEW expunge.dead_letter_open AS
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
       letter.opened_at,
       task.location,
       letter.times,
       letter.last_at
FROM expunge.dead_letter letter
JOIN expunge.deletion_task task ON task.id = letter.task_id
WHERE letter.closed_at IS NULL;

CREATE VIEW expunge.exception_record AS
SELECT kept.id AS exception_id,
       kept.job_id,
       kept.task_id,
       task.resource_id,
       task.location,
       kept.kind,
       kept.dead_letter_id,
       kept.item_hash,
       kept.items,
       kept.reason_code,
       kept.ticket,
       kept.approver,
       kept.approved_at,
       kept.expires_at,
       CASE
           WHEN EXISTS (SELECT 1
                        FROM expunge.policy_exception later
                        WHERE later.task_id = kept.task_id
                          AND COALESCE(later.item_hash, '') = COALESCE(kept.item_hash, '')
                          AND later.id > kept.id) THEN 'REPLACED'
           WHEN kept.expires_at > CURRENT_TIMESTAMP THEN 'IN_FORCE'
           ELSE 'EXPIRED'
       END AS standing
FROM expunge.policy_exception kept
JOIN expunge.deletion_task task ON task.id = kept.task_id;

CREATE VIEW expunge.open_exception AS
SELECT record.exception_id,
       record.job_id,
       record.task_id,
       record.resource_id,
       record.location,
       record.kind,
       record.dead_letter_id,
       record.item_hash,
       record.items,
       record.reason_code,
       record.ticket,
       record.approver,
       record.approved_at,
       record.expires_at
FROM expunge.exception_record record
WHERE record.standing = 'IN_FORCE';

-- How much of a task may stay now: the items that are named, or the number that is given for all of it.
CREATE VIEW expunge.retained_allowance AS
SELECT allowed.task_id,
       allowed.job_id,
       GREATEST(SUM(CASE WHEN allowed.item_hash IS NULL THEN 0 ELSE allowed.items END),
                MAX(CASE WHEN allowed.item_hash IS NULL THEN allowed.items ELSE 0 END)) AS items,
       MIN(allowed.expires_at) AS first_ends_at
FROM expunge.open_exception allowed
GROUP BY allowed.task_id, allowed.job_id;

CREATE OR REPLACE VIEW expunge.evidence_gap AS
SELECT job.id AS job_id,
       task.id AS task_id,
       task.resource_id,
       task.location,
       job.round,
       CASE
           WHEN task.round <> job.round
                OR task.state NOT IN ('ERASED', 'ALREADY_ABSENT', 'ANONYMISED', 'RETAINED') THEN 'NOT_ERASED'
           WHEN task.state = 'RETAINED' AND allowance.task_id IS NULL THEN 'EXCEPTION_OVER'
           WHEN receipt.id IS NULL THEN 'NO_RECEIPT'
           WHEN last_look.id IS NULL THEN 'NOT_LOOKED'
           WHEN last_look.verdict NOT IN ('EMPTY', 'RETAINED') THEN last_look.verdict
           WHEN previous_look.id IS NULL OR previous_look.verdict NOT IN ('EMPTY', 'RETAINED') THEN 'SECOND_LOOK'
           ELSE 'NOT_DECIDED'
       END AS gap,
       last_look.gap_code,
       last_look.residue,
       last_look.ungenerated,
       last_look.observed_at AS last_observed_at
FROM expunge.deletion_job job
JOIN expunge.deletion_task task ON task.job_id = job.id AND task.required
LEFT JOIN expunge.receipt receipt ON receipt.task_id = task.id AND receipt.round = job.round
LEFT JOIN expunge.retained_allowance allowance ON allowance.task_id = task.id
LEFT JOIN expunge.evidence last_look
       ON last_look.id = (SELECT MAX(e.id) FROM expunge.evidence e WHERE e.task_id = task.id AND e.round = job.round)
LEFT JOIN expunge.evidence previous_look
       ON previous_look.id = (SELECT MAX(e.id)
                              FROM expunge.evidence e
                              WHERE e.task_id = task.id AND e.round = job.round AND e.id < last_look.id)
WHERE job.state NOT IN ('VERIFIED', 'CANCELLED', 'FAILED');
