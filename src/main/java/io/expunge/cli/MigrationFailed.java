package io.expunge.cli;

import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;

/** A database could not be migrated. Holds no text of the server's. */
final class MigrationFailed extends RuntimeException {

    MigrationFailed(DatabaseLogin owner, FlywayException failed) {
        super(message(owner, failed), null, false, true);
    }

    private static String message(DatabaseLogin owner, FlywayException failed) {
        String what = owner.database() + " could not be migrated by " + owner.user();
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused) {
                return what + " (SQLSTATE " + refused.getSQLState() + ")"
                        + advice(String.valueOf(refused.getSQLState()));
            }
        }
        return what + " (" + failed.getErrorCode() + "): another version of the product may have migrated it";
    }

    private static String advice(String sqlState) {
        return switch (sqlState) {
            case "42501" -> "; it lacks a right: sql/roles.sql says which it needs";
            case "42P01", "42703" -> "; a table or column isn't there: check the registry in the catalog";
            default -> "";
        };
    }
}
