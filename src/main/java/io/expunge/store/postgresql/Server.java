package io.expunge.store.postgresql;

import java.sql.SQLException;

/**
 * Whom we are connected to, and how far it is.
 *
 * @param standby whether it replays another server's log
 * @param log what of the log is durable here, on a standby what is replayed
 */
record Server(ServerIdentity identity, boolean standby, LogPosition log) {

    /** On a standby the timeline is that of the last restart point, so it may lag behind the truth. */
    private static final Sql WHO_AND_HOW_FAR = Sql.of("""
            SELECT CAST((SELECT system_identifier FROM pg_control_system()) AS text),
                   (SELECT CAST(oid AS bigint) FROM pg_database WHERE datname = current_database()),
                   CASE WHEN pg_is_in_recovery() THEN (SELECT timeline_id FROM pg_control_checkpoint())
                        ELSE CAST(CAST('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS bit(32)) AS integer)
                   END,
                   pg_is_in_recovery(),
                   CAST(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                             ELSE pg_current_wal_flush_lsn() END AS text)
            """);

    static Server of(Session session) throws SQLException {
        return session.row(WHO_AND_HOW_FAR, row -> {
            ServerIdentity identity = new ServerIdentity(row.getString(1), row.getLong(2), row.getInt(3));
            return new Server(identity, row.getBoolean(4), new LogPosition(identity, row.getString(5)));
        });
    }

    /** @throws Failed on a standby: after a failover the primary is somewhere else */
    Server mustBePrimary() throws Failed {
        if (standby) {
            throw new Failed(new Failure(Failure.Kind.UNAVAILABLE, "25006"));
        }
        return this;
    }
}
