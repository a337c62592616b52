-- What people order: where a hold is spoken about, which ask a job has seen, and what is in force, for reading.

ALTER TABLE expunge.legal_hold ADD COLUMN ticket VARCHAR(60);

-- The latest ask for this job that was seen here, by the clock of the application's database; what is compared with it
-- comes from the same clock. NULL: none since it was first asked for.
ALTER TABLE expunge.deletion_job ADD COLUMN last_asked_at TIMESTAMP WITH TIME ZONE;

CREATE VIEW expunge.hold_in_force AS
SELECT hold.id          AS hold_id,
       hold.reference_key,
       hold.tenant_ref,
       hold.reason_code,
       hold.ticket,
       hold.actor       AS placed_by,
       hold.recorded_at AS placed_at
FROM expunge.legal_hold hold
WHERE hold.action = 'PLACED'
  AND NOT EXISTS (SELECT 1
                  FROM expunge.legal_hold later
                  WHERE later.reference_key = hold.reference_key
                    AND later.tenant_ref = hold.tenant_ref
                    AND later.id > hold.id);

CREATE VIEW expunge.pause_in_force AS
SELECT pause.store,
       pause.reason_code,
       pause.actor AS paused_by,
       pause.since
FROM expunge.pause pause;
