-- What a task may still try, which stores are out, and in which order a run's partitions begin.

-- A person's resume gives the tasks their budgets back. People write the job only; the next run reads this count and does it.
ALTER TABLE expunge.deletion_job ADD COLUMN resumes INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE expunge.deletion_task ADD COLUMN resumes INTEGER DEFAULT 0 NOT NULL;

-- Runs in a row that left the task waiting for a reason of its own, and for its store asking for less. An outage, a pause and
-- another task that comes first count in neither.
ALTER TABLE expunge.deletion_task ADD COLUMN spent_retries INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE expunge.deletion_task ADD COLUMN spent_throttles INTEGER DEFAULT 0 NOT NULL;
-- What had been erased when it was parked last: a task that gets further is not stuck.
ALTER TABLE expunge.deletion_task ADD COLUMN erased_when_parked BIGINT DEFAULT 0 NOT NULL;

-- One row per store that was ever out, and per address at which it is reached; the address as a hash. Every process reads it
-- before a slice. HALF_OPEN: one process is asking whether the store answers; if it dies, another asks at next_probe_at.
CREATE TABLE expunge.store_health (
    store            VARCHAR(80)              NOT NULL,
    endpoint         VARCHAR(64)              NOT NULL,
    state            VARCHAR(10)              NOT NULL CHECK (state IN ('CLOSED', 'OPEN', 'HALF_OPEN')),
    version          BIGINT                   NOT NULL,
    opened_at        TIMESTAMP WITH TIME ZONE NOT NULL,
    failed_probes    INTEGER                  NOT NULL,
    next_probe_at    TIMESTAMP WITH TIME ZONE NOT NULL,
    last_error_class VARCHAR(40)              NOT NULL,
    last_error_code  VARCHAR(100)             NOT NULL,
    changed_by       VARCHAR(60)              NOT NULL,
    changed_at       TIMESTAMP WITH TIME ZONE NOT NULL,
    PRIMARY KEY (store, endpoint)
);

CREATE VIEW expunge.store_outage AS
SELECT health.store,
       health.endpoint,
       health.opened_at AS since,
       health.last_error_class,
       health.last_error_code,
       health.failed_probes,
       health.next_probe_at,
       (SELECT COUNT(*)
        FROM expunge.deletion_job job
        WHERE job.state NOT IN ('VERIFIED', 'CANCELLED', 'FAILED')
          AND ((job.state = 'WAITING_RETRY'
                AND job.last_error_store = health.store
                AND job.last_error_class = 'UNAVAILABLE')
               OR EXISTS (SELECT 1
                          FROM expunge.deletion_task task
                          WHERE task.job_id = job.id
                            AND task.store = health.store
                            AND task.state = 'WAITING_RETRY'
                            AND task.last_error_class = 'UNAVAILABLE'))) AS jobs_parked,
       (SELECT COUNT(*)
        FROM expunge.deletion_task task
        WHERE task.store = health.store
          AND task.state = 'WAITING_RETRY'
          AND task.last_error_class = 'UNAVAILABLE') AS tasks_parked
FROM expunge.store_health health
WHERE health.state <> 'CLOSED';

-- Small partitions first, so that no tenant waits behind a giant.
ALTER TABLE expunge.run_partition ADD COLUMN place INTEGER DEFAULT 0 NOT NULL;
