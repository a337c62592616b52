package io.expunge.acceptance;

import java.util.List;

/** Where a process is killed: while the control database makes the statement that marks the point. In the order of a job's life. */
enum KillPoint {
    CLAIM("claim", "run", "deletion_job", "UPDATE", "NEW.stage = 'CLAIMED' AND NEW.lease_token > OLD.lease_token"),
    SEAL("seal", "run", "deletion_job", "UPDATE", "NEW.stage = 'SEALED'"),
    PRIMARY(
            "primary",
            "run",
            "deletion_task",
            "UPDATE",
            "NEW.slices > OLD.slices AND NEW.resource_type = 'postgresql'",
            "NEW.slices > OLD.slices AND NEW.resource_type = 's3'",
            "NEW.state = 'ERASED' AND NEW.wave = 'PRIMARY'"),
    DERIVED(
            "derived",
            "run",
            "deletion_task",
            "UPDATE",
            "NEW.slices > OLD.slices AND NEW.resource_type = 'redis'",
            "NEW.slices > OLD.slices AND NEW.resource_type = 'opensearch'",
            "NEW.state = 'ERASED' AND NEW.wave = 'DERIVED'"),
    SETTLE("settle", "run", "deletion_job", "UPDATE", "NEW.state = 'AWAITING_VERIFICATION' AND OLD.state = 'RUNNING'"),
    OBSERVE("observe", "verify", "evidence", "INSERT", "NEW.look = 1"),
    SEAL_EVIDENCE("seal evidence", "verify", "evidence_seal", "INSERT", "TRUE"),
    DECIDE("decide", "verify", "deletion_job", "UPDATE", "NEW.stage = 'LOOKED_AT'", "NEW.stage = 'PROVED'");

    private final String title;
    private final String command;
    private final String table;
    private final String event;

    @SuppressWarnings("ImmutableEnumChecker") // a list that never changes
    private final List<String> conditions;

    KillPoint(String title, String command, String table, String event, String... conditions) {
        this.title = title;
        this.command = command;
        this.table = table;
        this.event = event;
        this.conditions = List.of(conditions);
    }

    String title() {
        return title;
    }

    /** The command that comes past it. */
    String command() {
        return command;
    }

    /** Makes whoever comes there wait, in its transaction, for as long as somebody holds that advisory lock. */
    String trigger(int life, long lock) {
        return """
            CREATE OR REPLACE FUNCTION expunge.wait_at_kill_point() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_advisory_xact_lock(%d); RETURN NEW; END $$;
            CREATE TRIGGER zz_kill_point BEFORE %s ON expunge.%s
            FOR EACH ROW WHEN (%s) EXECUTE FUNCTION expunge.wait_at_kill_point()
            """.formatted(lock, event, table, conditions.get(life % conditions.size()));
    }

    String dropTrigger() {
        return "DROP TRIGGER zz_kill_point ON expunge." + table;
    }
}
