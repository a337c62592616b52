package io.expunge.store.postgresql;

import io.expunge.store.postgresql.Failure.Kind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What each SQLSTATE means for an erasure: the whole code first, then its class. Codes are those of the PostgreSQL
 * manual, appendix A. Nothing but the code is read of an error, because messages quote values.
 */
final class SqlStates {

    private static final Map<String, Kind> BY_CODE = Map.ofEntries(
            Map.entry("40001", Kind.CONTENDED), // serialization_failure; also a standby that cancels a query
            Map.entry("40P01", Kind.CONTENDED), // deadlock_detected
            Map.entry("40003", Kind.AMBIGUOUS), // statement_completion_unknown
            Map.entry("55P03", Kind.CONTENDED), // lock_not_available
            Map.entry("57014", Kind.CONTENDED), // query_canceled, by statement_timeout or by a person
            Map.entry("08007", Kind.AMBIGUOUS), // transaction_resolution_unknown
            Map.entry("25006", Kind.UNAVAILABLE), // read_only_sql_transaction: a failover, this is the standby now
            Map.entry("53100", Kind.THROTTLED), // disk_full
            Map.entry("53200", Kind.THROTTLED), // out_of_memory
            Map.entry("53400", Kind.THROTTLED), // configuration_limit_exceeded
            Map.entry("53300", Kind.UNAVAILABLE), // too_many_connections
            Map.entry("23503", Kind.FOREIGN_KEY),
            Map.entry("23001", Kind.FOREIGN_KEY), // restrict_violation
            Map.entry("42501", Kind.DENIED), // insufficient_privilege; row-level security with row_security=off
            Map.entry("3D000", Kind.MISSING_CONTAINER), // no such database
            Map.entry("3F000", Kind.MISSING_CONTAINER), // no such schema
            Map.entry("42P01", Kind.MISSING_CONTAINER), // undefined_table
            Map.entry("42703", Kind.MISSING_CONTAINER)); // undefined_column

    private static final Map<String, Kind> BY_CLASS = Map.ofEntries(
            Map.entry("08", Kind.UNAVAILABLE), // connection
            Map.entry("57", Kind.UNAVAILABLE), // operator intervention: shutdown, not yet up, idle too long
            Map.entry("58", Kind.UNAVAILABLE), // system error outside PostgreSQL
            Map.entry("40", Kind.CONTENDED), // rolled back
            Map.entry("28", Kind.DENIED), // wrong password, no entry in pg_hba.conf
            Map.entry("0A", Kind.CONFIGURATION), // feature not supported
            Map.entry("22", Kind.CONFIGURATION), // a value that a column can't take: our mistake or the catalog's
            Map.entry("25", Kind.CONFIGURATION), // transaction state
            Map.entry("2B", Kind.CONFIGURATION), // dependent objects
            Map.entry("42", Kind.CONFIGURATION), // syntax, type, function
            Map.entry("55", Kind.CONFIGURATION)); // no replica identity, for one

    private SqlStates() {}

    /** Of an error before the commit was sent: whatever it was, nothing was applied. */
    static Failure of(SQLException error) {
        SQLException told = firstWithState(error);
        String state = told.getSQLState();
        if (state == null) {
            // A full pool of our own, when the driver has reported nothing; else a driver that can't name its trouble.
            return error instanceof SQLTransientConnectionException
                    ? new Failure(Kind.CONTENDED, "pool")
                    : new Failure(Kind.UNAVAILABLE, "driver");
        }
        Kind kind = kind(state);
        if (kind == Kind.MISSING_CONTAINER && raisedInFunction(told)) {
            // A trigger that misses something: the table that we named is there.
            return new Failure(Kind.CONFIGURATION, state);
        }
        return new Failure(kind, state);
    }

    /** Of an error in answer to a commit: where the connection broke, nobody knows whether it was applied. */
    static Failure atCommit(SQLException error) {
        Failure failure = of(error);
        return failure.kind() == Kind.UNAVAILABLE ? new Failure(Kind.AMBIGUOUS, failure.code()) : failure;
    }

    private static Kind kind(String state) {
        Kind exact = BY_CODE.get(state);
        if (exact != null) {
            return exact;
        }
        Kind byClass = BY_CLASS.get(state.substring(0, Math.min(2, state.length())));
        // The rest is raised about rows: P0001 and whatever else a trigger thinks up, a violated check, a damaged page.
        return byClass != null ? byClass : Kind.POISON;
    }

    private static SQLException firstWithState(SQLException error) {
        SQLException next = error;
        while (next != null) {
            if (next.getSQLState() != null) {
                return next;
            }
            next = next.getNextException();
        }
        return error.getCause() instanceof SQLException cause ? firstWithState(cause) : error;
    }

    private static boolean raisedInFunction(SQLException error) {
        if (!(error instanceof PSQLException fromServer)) {
            return false;
        }
        @Nullable ServerErrorMessage message = fromServer.getServerErrorMessage();
        return message != null && message.getWhere() != null;
    }
}
