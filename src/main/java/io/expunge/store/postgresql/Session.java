package io.expunge.store.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements inside one transaction. */
final class Session {

    private final Connection connection;

    Session(Connection connection) {
        this.connection = connection;
    }

    <T> List<T> rows(Sql sql, Row<T> row) throws SQLException {
        try (PreparedStatement statement = prepare(sql);
                ResultSet results = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (results.next()) {
                rows.add(row.of(results));
            }
            return rows;
        }
    }

    /** The only row of a query that always has one. */
    <T> T row(Sql sql, Row<T> row) throws SQLException {
        return rows(sql, row).get(0);
    }

    <T> Optional<T> firstRow(Sql sql, Row<T> row) throws SQLException {
        return rows(sql, row).stream().findFirst();
    }

    /** Runs a query for what it does. */
    void run(Sql sql) throws SQLException {
        rows(sql, results -> true);
    }

    /** Tells the server how much time is left for the next statement. */
    void allow(Deadline within) throws SQLException {
        run(Sql.of(
                "SELECT pg_catalog.set_config('statement_timeout', ?, true)",
                Long.toString(within.left().toMillis())));
    }

    /**
     * The rest of the transaction touches few rows of large tables. Without this the planner, which thinks a look-up on
     * disk, joins a window by reading all that a large tenant has, again for each window.
     */
    void expectFewRows() throws SQLException {
        run(Sql.of("""
                SELECT pg_catalog.set_config('enable_hashjoin', 'off', true),
                       pg_catalog.set_config('enable_mergejoin', 'off', true),
                       pg_catalog.set_config('max_parallel_workers_per_gather', '0', true)
                """));
    }

    boolean yes(Sql question) throws SQLException {
        return row(question, results -> results.getBoolean(1));
    }

    /** How many rows the server says it changed. */
    int change(Sql sql) throws SQLException {
        try (PreparedStatement statement = prepare(sql)) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(Sql sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql.text());
        try {
            int index = 1;
            for (Object value : sql.values()) {
                if (value instanceof List<?> list) {
                    // As text, so that it takes the type of the column that it is compared with, as the others do.
                    statement.setString(
                            index++,
                            connection.createArrayOf("text", list.toArray()).toString());
                } else {
                    statement.setObject(index++, value);
                }
            }
            return statement;
        } catch (SQLException failure) {
            statement.close();
            throw failure;
        }
    }

    /** Reads one row of an answer. */
    @FunctionalInterface
    interface Row<T> {
        T of(ResultSet results) throws SQLException;
    }
}
