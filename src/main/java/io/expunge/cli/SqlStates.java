package io.expunge.cli;

/** What helps against an SQLSTATE that a command of ours meets. */
final class SqlStates {

    private SqlStates() {}

    static String advice(String sqlState) {
        return switch (sqlState) {
            case "3F000", "42P01", "42883" -> "; the database is not migrated: run scripts/expunge migrate";
            case "42501" -> "; the login lacks a right: run scripts/expunge migrate, and check which login is used";
            case "57P01", "57P02", "57P03" -> "; the server is shutting down or starting: try again";
            default -> sqlState.startsWith("08") ? "; the connection broke: try again" : "";
        };
    }
}
