-- What an application may call. The placeholders come from the catalog's registry section.

-- Asks for the erasure of one generation of a tenant. Answers the deletion job's id; asking again answers the same id.
-- Touches no table of the application's and waits on nothing but a simultaneous request for the same generation.
CREATE OR REPLACE FUNCTION expunge_intake.submit_deletion(
    p_tenant      text,
    p_generation  integer,
    p_reason_code text,
    p_ticket      text        DEFAULT NULL,
    p_not_before  timestamptz DEFAULT NULL
) RETURNS text
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    request_id text;
BEGIN
    -- The message does not repeat the id: it ends up in logs.
    IF p_tenant IS NULL OR p_generation IS NULL
       OR p_tenant ~ '[\u0001-\u001f\u007f-\u009f\ufffd]'
       OR char_length(p_tenant) > 256
       OR p_tenant ~ '^[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000*?%_\[\]^\\-]*$' THEN
        RAISE EXCEPTION 'not a tenant id: blank, wildcards only, control characters, U+FFFD or more than 256 characters'
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    -- Refused here, because what a constraint refuses is logged with the whole row, tenant id included.
    IF p_generation < 0
       OR p_reason_code IS NULL OR p_reason_code !~ '^[A-Z][A-Z0-9_]{0,59}$'
       OR p_ticket !~ '^[A-Za-z0-9#._-]{1,60}$'
       OR NOT isfinite(p_not_before) THEN
        RAISE EXCEPTION 'not a request: a generation from 0, a reason code such as CONTRACT_ENDED, a ticket of letters, '
                        'digits and # . _ -, and a moment before which nothing is to begin, were expected'
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    INSERT INTO expunge_intake.deletion_request AS request
        (id, tenant_id, generation, reason_code, ticket, requested_by, requested_at, last_requested_at, not_before)
    VALUES ('dj_' || replace(gen_random_uuid()::text, '-', ''), p_tenant, p_generation, p_reason_code, p_ticket,
            session_user, now(), now(), p_not_before)
    ON CONFLICT (tenant_id, generation) DO UPDATE
        SET last_requested_at = now(), received_at = NULL
    RETURNING request.id INTO request_id;
    RETURN request_id;
END
$$;

-- Opens a closed tenant under a generation that was never used for it before, and answers that generation; or answers why not.
CREATE OR REPLACE FUNCTION expunge_intake.reopen(p_tenant text, OUT generation integer, OUT refusal text)
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    current_generation integer;
    current_state      text;
BEGIN
    SELECT registry.${generationColumn}, registry.${stateColumn}
    INTO current_generation, current_state
    FROM ${registryTable} registry
    WHERE registry.${tenantColumn}::text = p_tenant
    FOR UPDATE;

    IF NOT FOUND THEN
        refusal := 'UNKNOWN_TENANT';
    ELSIF current_state <> '${closedState}' THEN
        refusal := 'NOT_CLOSED';
    ELSIF EXISTS (SELECT 1
                  FROM expunge_intake.deletion_request request
                  WHERE request.tenant_id = p_tenant
                    AND request.refuses_reopen) THEN
        refusal := 'ERASURE_OPEN';
    ELSE
        SELECT greatest(current_generation, max(request.generation)) + 1
        INTO generation
        FROM expunge_intake.deletion_request request
        WHERE request.tenant_id = p_tenant;

        UPDATE ${registryTable} registry
        SET ${generationColumn} = reopen.generation,
            ${stateColumn} = '${openState}'
            ${clearClosedAt}
        WHERE registry.${tenantColumn}::text = p_tenant;
    END IF;
END
$$;

REVOKE ALL ON FUNCTION expunge_intake.submit_deletion(text, integer, text, text, timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION expunge_intake.reopen(text) FROM PUBLIC;

DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'expunge_intake') THEN
        GRANT USAGE ON SCHEMA expunge_intake TO expunge_intake;
        GRANT EXECUTE ON FUNCTION expunge_intake.submit_deletion(text, integer, text, text, timestamptz) TO expunge_intake;
        GRANT EXECUTE ON FUNCTION expunge_intake.reopen(text) TO expunge_intake;
    END IF;
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'expunge_eraser') THEN
        GRANT USAGE ON SCHEMA expunge_intake TO expunge_eraser;
        GRANT SELECT ON expunge_intake.deletion_request TO expunge_eraser;
        GRANT UPDATE (received_at, refuses_reopen) ON expunge_intake.deletion_request TO expunge_eraser;
    END IF;
END
$$;
