-- Who may do what. Only the owner owns tables and triggers. A role that doesn't exist is left out, so that
-- people who use one login for everything need none of these; sql/roles.sql creates them.

DO $$
DECLARE
    batch text := 'expunge.batch_job_instance, expunge.batch_job_execution, expunge.batch_job_execution_params, '
               || 'expunge.batch_step_execution, expunge.batch_step_execution_context, expunge.batch_job_execution_context';
    role_name text;
BEGIN
    FOREACH role_name IN ARRAY ARRAY['expunge_eraser', 'expunge_verifier', 'expunge_compliance',
                                   'expunge_approver'] LOOP
        CONTINUE WHEN NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = role_name);
        EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA expunge FROM %I', role_name);
        EXECUTE format('GRANT USAGE ON SCHEMA expunge TO %I', role_name);
        EXECUTE format('GRANT SELECT ON expunge.job_status, expunge.task_progress, expunge.evidence_record, '
                       || 'expunge.evidence_gap, expunge.dead_letter_open, expunge.verification_gap, expunge.job_outlook, '
                       || 'expunge.drift_latest, expunge.approval_record, expunge.store_outage, expunge.hold_in_force, '
                       || 'expunge.pause_in_force, expunge.dead_letter_record, expunge.exception_record, '
                       || 'expunge.open_exception, expunge.retained_allowance TO %I', role_name);
        -- A view doesn't lend its owner's right to call a function; it tells no more than the view does.
        EXECUTE format('GRANT EXECUTE ON FUNCTION expunge.gate_gaps(varchar, integer, varchar) TO %I', role_name);
        CONTINUE WHEN role_name IN ('expunge_compliance', 'expunge_approver');

        EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA expunge TO %I', role_name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', batch, role_name);
        EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA expunge TO %I', role_name);
        EXECUTE format('GRANT INSERT ON expunge.run_partition, expunge.audit_event TO %I', role_name);
    END LOOP;

    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'expunge_eraser') THEN
        GRANT INSERT ON expunge.catalog_snapshot, expunge.receipt TO expunge_eraser;
        GRANT INSERT, UPDATE ON expunge.notification TO expunge_eraser;
        GRANT INSERT, UPDATE ON expunge.catalog_current, expunge.deletion_job, expunge.deletion_task,
            expunge.dead_letter, expunge.store_health TO expunge_eraser;
        -- The scheduler of `serve` enters with the eraser's login.
        GRANT INSERT, UPDATE, DELETE ON expunge.qrtz_job_details, expunge.qrtz_triggers, expunge.qrtz_simple_triggers,
            expunge.qrtz_cron_triggers, expunge.qrtz_simprop_triggers, expunge.qrtz_blob_triggers, expunge.qrtz_calendars,
            expunge.qrtz_paused_trigger_grps, expunge.qrtz_fired_triggers, expunge.qrtz_scheduler_state,
            expunge.qrtz_locks TO expunge_eraser;
    END IF;

    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'expunge_operator') THEN
        REVOKE ALL ON ALL TABLES IN SCHEMA expunge FROM expunge_operator;
        GRANT USAGE ON SCHEMA expunge TO expunge_operator;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA expunge TO expunge_operator;
        GRANT SELECT ON ALL TABLES IN SCHEMA expunge TO expunge_operator;
        GRANT EXECUTE ON FUNCTION expunge.gate_gaps(varchar, integer, varchar) TO expunge_operator;
        GRANT UPDATE ON expunge.deletion_job TO expunge_operator;
        GRANT INSERT ON expunge.audit_event, expunge.approval_request, expunge.legal_hold TO expunge_operator;
        GRANT INSERT, DELETE ON expunge.pause TO expunge_operator;
        -- Closes what is tried again; what a letter says is none of an operator's.
        GRANT UPDATE (closed_at, resolution) ON expunge.dead_letter TO expunge_operator;
    END IF;

    -- The two ways in for who approves: it writes no table.
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'expunge_approver') THEN
        GRANT EXECUTE ON FUNCTION expunge.approve(varchar, varchar, varchar, varchar) TO expunge_approver;
        GRANT EXECUTE ON FUNCTION expunge.waive_dead_letter(bigint, bigint, varchar, varchar, timestamp with time zone)
            TO expunge_approver;
    END IF;

    IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'expunge_verifier') THEN
        GRANT UPDATE ON expunge.deletion_job TO expunge_verifier;
        GRANT INSERT, UPDATE ON expunge.notification TO expunge_verifier;
        GRANT INSERT ON expunge.evidence, expunge.evidence_seal, expunge.drift_check TO expunge_verifier;
        GRANT INSERT, UPDATE ON expunge.verification_run TO expunge_verifier;
    END IF;
END
$$;

REVOKE ALL ON FUNCTION expunge.missing_for_verified(varchar, integer, varchar) FROM PUBLIC;
