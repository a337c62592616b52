-- Four eyes, held by the database: whoever approves is who logged in, and another person than everybody who asked for the
-- erasure or acted on it. SESSION_USER stays the same under SET ROLE and inside a SECURITY DEFINER function.

-- Which human being acts under a login, as the current catalog says; NULL for a login that no approver has.
CREATE FUNCTION expunge.person_of(p_login varchar) RETURNS varchar
    LANGUAGE sql
    STABLE
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT approver ->> 'person'
    FROM expunge.catalog_current pointer
    JOIN expunge.catalog_snapshot snapshot ON snapshot.hash = pointer.hash
    CROSS JOIN LATERAL jsonb_array_elements(CAST(snapshot.content AS jsonb) -> 'approvers') approver
    WHERE p_login IN (SELECT jsonb_array_elements_text(approver -> 'logins'))
$$;

-- Everybody who asked for the job's erasure, for its approval, or did something to it. An approval is no act of this kind, nor is a
-- waiver: who approved once may approve what was counted anew.
CREATE FUNCTION expunge.logins_behind(p_job varchar) RETURNS SETOF varchar
    LANGUAGE sql
    STABLE
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT job.requested_by FROM expunge.deletion_job job WHERE job.id = p_job
    UNION
    SELECT request.requested_by FROM expunge.approval_request request WHERE request.job_id = p_job
    UNION
    SELECT event.actor FROM expunge.audit_event event WHERE event.job_id = p_job AND event.action NOT IN ('job.approved', 'dead_letter.waived')
$$;

-- Why the one who is logged in may not approve this request; NULL if nothing speaks against it.
CREATE FUNCTION expunge.approval_refusal(p_request bigint) RETURNS text
    LANGUAGE sql
    STABLE
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE
               WHEN EXISTS (SELECT 1
                            FROM pg_roles service
                            WHERE service.rolname IN ('expunge_owner', 'expunge_eraser', 'expunge_verifier')
                              AND pg_has_role(session_user, service.oid, 'MEMBER')) THEN 'SERVICE_LOGIN'
               WHEN own.person IS NULL THEN 'NOT_AN_APPROVER'
               WHEN EXISTS (SELECT 1
                            FROM expunge.logins_behind(request.job_id) AS behind (login)
                            WHERE behind.login = session_user
                               OR expunge.person_of(behind.login) = own.person) THEN 'SAME_PERSON'
               WHEN job.state IN ('VERIFIED', 'CANCELLED', 'FAILED') THEN 'OVER'
               WHEN request.catalog_hash <> job.catalog_hash
                    OR request.plan_hash <> COALESCE(job.plan_hash, request.plan_hash)
                    OR EXISTS (SELECT 1
                               FROM expunge.approval_request later
                               WHERE later.job_id = request.job_id
                                 AND later.id > request.id) THEN 'SUPERSEDED'
               WHEN EXISTS (SELECT 1 FROM expunge.approval given WHERE given.request_id = request.id) THEN 'ALREADY_APPROVED'
           END
    FROM expunge.approval_request request
    JOIN expunge.deletion_job job ON job.id = request.job_id
    CROSS JOIN (SELECT expunge.person_of(CAST(session_user AS varchar)) AS person) own
    WHERE request.id = p_request
$$;

CREATE FUNCTION expunge.guard_approval_request() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    NEW.requested_by := session_user;
    NEW.requested_at := now();
    RETURN NEW;
END
$$;

CREATE TRIGGER approval_request_guard
    BEFORE INSERT ON expunge.approval_request
    FOR EACH ROW EXECUTE FUNCTION expunge.guard_approval_request();

CREATE FUNCTION expunge.guard_approval() RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    refusal text := expunge.approval_refusal(NEW.request_id);
BEGIN
    IF refusal IS NOT NULL THEN
        RAISE EXCEPTION 'approval refused: %', refusal USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.reason_code !~ '^[A-Z][A-Z0-9_]{0,59}$' OR NEW.ticket !~ '^[A-Za-z0-9#._-]{1,60}$' THEN
        RAISE EXCEPTION 'approval refused: expected a reason code of A-Z, 0-9 and _, and a ticket''s number'
            USING ERRCODE = 'check_violation';
    END IF;
    NEW.approver := session_user;
    NEW.person := expunge.person_of(CAST(session_user AS varchar));
    NEW.approved_at := now();
    RETURN NEW;
END
$$;

CREATE TRIGGER approval_guard
    BEFORE INSERT ON expunge.approval
    FOR EACH ROW EXECUTE FUNCTION expunge.guard_approval();

-- The only way for an approver: no role has INSERT. Answers APPROVED, or the reason against it. The job's row is locked, so that
-- nothing is planned anew meanwhile.
CREATE FUNCTION expunge.approve(p_job varchar, p_hash varchar, p_reason_code varchar, p_ticket varchar) RETURNS text
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    request bigint;
    refusal text;
BEGIN
    PERFORM 1 FROM expunge.deletion_job job WHERE job.id = p_job FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'UNKNOWN_JOB';
    END IF;
    SELECT MAX(asked.id) INTO request
    FROM expunge.approval_request asked
    WHERE asked.job_id = p_job
      AND asked.approval_hash = p_hash;
    IF request IS NULL THEN
        RETURN 'NOT_REQUESTED';
    END IF;
    refusal := expunge.approval_refusal(request);
    IF refusal IS NOT NULL THEN
        RETURN refusal;
    END IF;
    INSERT INTO expunge.approval (request_id, approver, person, reason_code, ticket, approved_at)
    VALUES (request, session_user, '', p_reason_code, p_ticket, now());
    INSERT INTO expunge.audit_event (recorded_at, actor, action, job_id, detail)
    VALUES (now(), session_user, 'job.approved', p_job, p_reason_code || ' ' || p_hash);
    RETURN 'APPROVED';
END
$$;

REVOKE ALL ON FUNCTION expunge.person_of(varchar) FROM PUBLIC;
REVOKE ALL ON FUNCTION expunge.logins_behind(varchar) FROM PUBLIC;
REVOKE ALL ON FUNCTION expunge.approval_refusal(bigint) FROM PUBLIC;
REVOKE ALL ON FUNCTION expunge.approve(varchar, varchar, varchar, varchar) FROM PUBLIC;

CREATE TRIGGER approval_request_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.approval_request EXECUTE FUNCTION expunge.refuse_deletion();
CREATE TRIGGER approval_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON expunge.approval EXECUTE FUNCTION expunge.refuse_deletion();

-- Whether a task is in the plan changes with its round only, like all that was planned.
CREATE FUNCTION expunge.guard_task_in_plan() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF NEW.in_plan IS DISTINCT FROM OLD.in_plan AND NEW.round = OLD.round THEN
        RAISE EXCEPTION 'deletion task %: what was planned never changes within a round', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    IF NOT NEW.in_plan AND NEW.required THEN
        RAISE EXCEPTION 'deletion task %: what is not in the plan is not required', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER deletion_task_in_plan
    BEFORE UPDATE ON expunge.deletion_task
    FOR EACH ROW EXECUTE FUNCTION expunge.guard_task_in_plan();
