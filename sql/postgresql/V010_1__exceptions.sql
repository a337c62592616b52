-- What only PostgreSQL can do about dead letters and exceptions: who may approve, what can't be forged, and what the gate makes
-- of an exception.

CREATE UNIQUE INDEX dead_letter_open_once ON expunge.dead_letter (task_id, COALESCE(item_hash, ''))
    WHERE closed_at IS NULL;

-- Why a login may not approve for a job; NULL when it may. The one place that decides it: every approval asks here.
CREATE FUNCTION expunge.why_not_approver(p_job varchar, p_login name) RETURNS text
    LANGUAGE sql
    STABLE
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE
               WHEN p_login IN ('expunge_owner', 'expunge_eraser', 'expunge_verifier', 'expunge_compliance',
                                'expunge_intake', 'expunge_operator', 'expunge_approver')
                   THEN 'a login that people share approves nothing'
               WHEN NOT EXISTS (SELECT 1
                                FROM pg_catalog.pg_roles role
                                WHERE role.rolname = 'expunge_approver'
                                  AND pg_catalog.pg_has_role(p_login, role.oid, 'MEMBER'))
                   THEN 'the login is no member of expunge_approver'
               WHEN expunge.person_of(CAST(p_login AS varchar)) IS NULL
                    AND EXISTS (SELECT 1
                                FROM expunge.catalog_current pointer
                                JOIN expunge.catalog_snapshot snapshot ON snapshot.hash = pointer.hash
                                WHERE CAST(snapshot.content AS jsonb) ? 'approvers')
                   THEN 'the catalog names no approver with this login'
               -- Under another login of the same person's, too.
               WHEN EXISTS (SELECT 1
                            FROM expunge.logins_behind(p_job) AS behind (login)
                            WHERE behind.login = p_login
                               OR expunge.person_of(behind.login) = expunge.person_of(CAST(p_login AS varchar)))
                   THEN 'the same person asked for this erasure, or acted on it'
           END
$$;
REVOKE ALL ON FUNCTION expunge.why_not_approver(varchar, name) FROM PUBLIC;

-- Whoever writes an exception, however: it bears the login's own name and the present time.
CREATE FUNCTION expunge.guard_policy_exception() RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    refusal text := expunge.why_not_approver(NEW.job_id, session_user);
BEGIN
    IF refusal IS NOT NULL THEN
        RAISE EXCEPTION 'no exception for deletion job %: %', NEW.job_id, refusal USING ERRCODE = 'check_violation';
    END IF;
    IF NOT EXISTS (SELECT 1
                   FROM expunge.dead_letter letter
                   WHERE letter.id = NEW.dead_letter_id
                     AND letter.task_id = NEW.task_id
                     AND letter.job_id = NEW.job_id
                     AND letter.item_hash IS NOT DISTINCT FROM NEW.item_hash) THEN
        RAISE EXCEPTION 'no exception for deletion job %: it must be of the task and item of its dead letter', NEW.job_id
            USING ERRCODE = 'check_violation';
    END IF;
    NEW.approver := session_user;
    NEW.approved_at := statement_timestamp();
    RETURN NEW;
END
$$;

CREATE TRIGGER policy_exception_guard
    BEFORE INSERT ON expunge.policy_exception
    FOR EACH ROW EXECUTE FUNCTION expunge.guard_policy_exception();
CREATE TRIGGER policy_exception_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.policy_exception EXECUTE FUNCTION expunge.refuse_deletion();

-- A letter says for good what was left; only that it has been dealt with is added.
CREATE FUNCTION expunge.guard_dead_letter() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF OLD.closed_at IS NOT NULL
       OR (NEW.id, NEW.task_id, NEW.job_id, NEW.store, NEW.item_hash, NEW.opened_at)
          IS DISTINCT FROM (OLD.id, OLD.task_id, OLD.job_id, OLD.store, OLD.item_hash, OLD.opened_at) THEN
        RAISE EXCEPTION 'dead letter %: what it is about never changes, and what is closed stays closed', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER dead_letter_guard
    BEFORE UPDATE ON expunge.dead_letter
    FOR EACH ROW EXECUTE FUNCTION expunge.guard_dead_letter();
CREATE TRIGGER dead_letter_kept
    BEFORE DELETE OR TRUNCATE ON expunge.dead_letter EXECUTE FUNCTION expunge.refuse_deletion();

-- The only way in for an approver, who may write no table: waives an open letter until a time, and lets the job go on once
-- none of its letters is open. Answers what came of it; the words are those of io.expunge.deadletter.WaiveDeadLetters.
CREATE FUNCTION expunge.waive_dead_letter(
    p_letter bigint, p_items bigint, p_reason_code varchar, p_ticket varchar, p_until timestamp with time zone)
    RETURNS text
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    letter expunge.dead_letter;
    job expunge.deletion_job;
BEGIN
    SELECT * INTO letter FROM expunge.dead_letter WHERE id = p_letter;
    IF NOT FOUND THEN
        RETURN 'UNKNOWN_LETTER';
    END IF;
    -- The job's row first, as every runner does it: so nothing is waived that is just being tried.
    SELECT * INTO job FROM expunge.deletion_job WHERE id = letter.job_id FOR UPDATE;
    SELECT * INTO letter FROM expunge.dead_letter WHERE id = p_letter FOR UPDATE;
    IF letter.closed_at IS NOT NULL THEN
        RETURN 'CLOSED';
    ELSIF job.state NOT IN ('BLOCKED', 'WAITING_RETRY') THEN
        RETURN 'NOT_LEFT_TO_A_PERSON';
    ELSIF letter.error_class NOT IN ('POISON', 'HELD', 'FOREIGN_KEY', 'DENIED', 'CONFIGURATION') THEN
        RETURN 'NOT_WAIVABLE';
    ELSIF letter.item_hash IS NULL AND p_items IS NULL THEN
        RETURN 'NUMBER_NEEDED';
    ELSIF p_until <= statement_timestamp() THEN
        RETURN 'OVER_ALREADY';
    ELSIF expunge.why_not_approver(job.id, session_user) IS NOT NULL THEN
        RETURN 'REFUSED: ' || expunge.why_not_approver(job.id, session_user);
    ELSIF (SELECT hold.action = 'PLACED'
           FROM expunge.legal_hold hold
           WHERE hold.reference_key = job.reference_key
             AND hold.tenant_ref = job.tenant_ref
           ORDER BY hold.id DESC
           LIMIT 1) THEN
        RETURN 'ON_HOLD';
    END IF;

    INSERT INTO expunge.policy_exception
        (job_id, task_id, kind, dead_letter_id, item_hash, items, reason_code, ticket, approver, approved_at, expires_at)
    VALUES (letter.job_id, letter.task_id, 'RETAIN', letter.id, letter.item_hash, COALESCE(p_items, 1), p_reason_code,
            p_ticket, session_user, statement_timestamp(), p_until);
    UPDATE expunge.dead_letter SET closed_at = statement_timestamp(), resolution = 'WAIVED' WHERE id = letter.id;
    UPDATE expunge.deletion_job
    SET state = 'WAITING_RETRY',
        block_reason = NULL,
        state_version = state_version + 1,
        state_since = statement_timestamp(),
        next_retry_at = statement_timestamp()
    WHERE id = job.id
      AND state = 'BLOCKED'
      AND state_version = job.state_version
      AND NOT EXISTS (SELECT 1
                      FROM expunge.dead_letter other
                      WHERE other.job_id = job.id
                        AND other.closed_at IS NULL);
    INSERT INTO expunge.audit_event (recorded_at, actor, action, job_id, detail)
    VALUES (statement_timestamp(), session_user, 'dead_letter.waived', job.id,
            'dl_' || letter.id || ' for ' || p_reason_code || ', ' || COALESCE(p_items, 1) || ' item(s) at most, until '
            || to_char(p_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
    RETURN 'WAIVED';
END
$$;
REVOKE ALL ON FUNCTION expunge.waive_dead_letter(bigint, bigint, varchar, varchar, timestamp with time zone) FROM PUBLIC;

-- As before, but what is kept under an exception in force counts where the exceptions cover it: a task that ended RETAINED, and
-- a look that found no more than that.
CREATE OR REPLACE FUNCTION expunge.gate_gaps(p_job varchar, p_round integer, p_catalog varchar)
    RETURNS TABLE (place bigint, store varchar, resource_id varchar, location varchar, missing text)
    LANGUAGE sql
    STABLE
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
    WITH required AS (
        SELECT task.id, task.resource_id, task.location, task.store, task.state, task.round, task.second_look_millis,
               receipt.id AS receipt_id, receipt.recorded_at, COALESCE(allowance.items, 0) AS may_stay
        FROM expunge.deletion_task task
        LEFT JOIN expunge.retained_allowance allowance ON allowance.task_id = task.id
        LEFT JOIN expunge.receipt receipt ON receipt.task_id = task.id
                                         AND receipt.round = p_round
                                         AND receipt.end_state = task.state
        WHERE task.job_id = p_job
          AND task.required
    ),
    ranked AS (
        SELECT evidence.task_id, evidence.run_id, evidence.verdict, evidence.control, evidence.observed_at,
               seal.run_id IS NOT NULL AS sealed,
               -- What was there and may be; NULL where anything else was seen, or nothing could be told.
               CASE
                   WHEN evidence.verdict = 'EMPTY' THEN 0
                   WHEN evidence.verdict = 'RETAINED' AND evidence.ungenerated = 0 THEN evidence.residue
               END AS kept,
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
                        OR required.state NOT IN ('ERASED', 'ALREADY_ABSENT', 'ANONYMISED')
                           AND NOT (required.state = 'RETAINED' AND required.may_stay > 0) THEN 'is not erased'
                   WHEN required.receipt_id IS NULL THEN 'has no receipt of this round'
                   WHEN first_look.task_id IS NULL OR second_look.task_id IS NULL THEN 'lacks a look of this round'
                   WHEN first_look.kept IS NULL OR second_look.kept IS NULL
                        OR ('RETAINED' IN (first_look.verdict, second_look.verdict) AND required.state <> 'RETAINED')
                        THEN 'was not found empty twice running'
                   WHEN GREATEST(first_look.kept, second_look.kept) > required.may_stay
                        THEN 'holds more than its exceptions cover'
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
