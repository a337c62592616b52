-- The gate of invariant I3: no role, the owner included, sets a job to VERIFIED without the evidence being here.
-- SECURITY DEFINER, so that what it reads doesn't depend on the caller's rights.

CREATE FUNCTION expunge.missing_for_verified(p_job varchar, p_round integer, p_catalog varchar) RETURNS text
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
    )
    SELECT CASE
               WHEN NOT EXISTS (SELECT 1 FROM required) THEN 'the plan has no required task'
               WHEN EXISTS (SELECT 1 FROM verdicts WHERE missing IS NOT NULL) THEN
                   (SELECT resource_id || '@' || location || ' ' || missing
                    FROM verdicts
                    WHERE missing IS NOT NULL
                    ORDER BY id
                    LIMIT 1)
               WHEN EXISTS (SELECT 1
                            FROM verdicts
                            WHERE NOT EXISTS (SELECT 1
                                              FROM expunge.drift_check drift
                                              WHERE drift.catalog_hash = p_catalog
                                                AND drift.run_id = verdicts.run_id
                                                AND drift.store = verdicts.store
                                                AND drift.outcome = 'CLEAN')) THEN
                   'a store of the plan was not found free of drift'
           END
$$;

CREATE FUNCTION expunge.guard_deletion_job() RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    missing text;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF (NEW.id, NEW.reference_key, NEW.tenant_ref, NEW.generation)
           IS DISTINCT FROM (OLD.id, OLD.reference_key, OLD.tenant_ref, OLD.generation) THEN
            RAISE EXCEPTION 'deletion job %: id, tenant reference and generation never change', OLD.id
                USING ERRCODE = 'check_violation';
        END IF;
        IF NEW.state IS DISTINCT FROM OLD.state
           AND NOT EXISTS (SELECT 1
                           FROM expunge.deletion_job_transition transition
                           WHERE transition.from_state = OLD.state
                             AND transition.to_state = NEW.state) THEN
            RAISE EXCEPTION 'deletion job %: % does not lead to %', OLD.id, OLD.state, NEW.state
                USING ERRCODE = 'check_violation';
        END IF;
        IF NEW.lease_token < OLD.lease_token THEN
            RAISE EXCEPTION 'deletion job %: the lease token never falls', OLD.id USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF NEW.state = 'VERIFIED'
       AND (TG_OP = 'INSERT'
            OR (OLD.state, OLD.round, OLD.plan_hash, OLD.catalog_hash)
               IS DISTINCT FROM (NEW.state, NEW.round, NEW.plan_hash, NEW.catalog_hash)) THEN
        missing := expunge.missing_for_verified(NEW.id, NEW.round, NEW.catalog_hash);
        IF missing IS NOT NULL THEN
            RAISE EXCEPTION 'deletion job % can''t be VERIFIED: %', NEW.id, missing
                USING ERRCODE = 'check_violation', HINT = 'run verify; evidence_gap names what is missing';
        END IF;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER deletion_job_guard
    BEFORE INSERT OR UPDATE ON expunge.deletion_job
    FOR EACH ROW EXECUTE FUNCTION expunge.guard_deletion_job();

-- What the gate reads of a task changes only with its round, and then everything is proved anew.
CREATE FUNCTION expunge.guard_deletion_task() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF (NEW.id, NEW.job_id, NEW.resource_id, NEW.location)
       IS DISTINCT FROM (OLD.id, OLD.job_id, OLD.resource_id, OLD.location)
       OR ((NEW.store, NEW.required, NEW.second_look_millis)
           IS DISTINCT FROM (OLD.store, OLD.required, OLD.second_look_millis)
           AND NEW.round = OLD.round) THEN
        RAISE EXCEPTION 'deletion task %: what was planned never changes within a round', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER deletion_task_guard
    BEFORE UPDATE ON expunge.deletion_task
    FOR EACH ROW EXECUTE FUNCTION expunge.guard_deletion_task();

CREATE FUNCTION expunge.refuse_deletion() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION '%.% is append-only: % is refused', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER receipt_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.receipt EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER legal_hold_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.legal_hold EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER audit_event_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.audit_event EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER drift_check_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.drift_check EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER evidence_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.evidence EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER evidence_seal_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.evidence_seal EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER run_partition_written_once
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.run_partition EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER deletion_job_kept
    BEFORE DELETE OR TRUNCATE ON expunge.deletion_job EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER deletion_task_kept
    BEFORE DELETE OR TRUNCATE ON expunge.deletion_task EXECUTE FUNCTION expunge.refuse_deletion();
