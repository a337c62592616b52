package io.expunge.sandbox;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads every row of the schema {@code public} that belongs to somebody. */
final class SaasWitness {
    private static final int FETCH_SIZE = 5_000;
    private static final String REGISTRY = "tenant_registry";

    /** Found in the database, so that a table that a test adds is watched as well. */
    private static final String TABLES_WITH_TENANT = """
            SELECT c.table_name
            FROM information_schema.columns c
            JOIN information_schema.tables t USING (table_schema, table_name)
            WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'
            ORDER BY c.table_name
            """;

    private static final String COMMENTS = """
            SELECT t.tenant_id, c::text
            FROM public.comments c
            JOIN public.tickets t ON t.id = c.ticket_id
            """;

    private SaasWitness() {}

    static void read(Connection saas, Tallies tallies) throws SQLException {
        saas.setAutoCommit(false);
        try (Statement statement = saas.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            statement.execute("SET LOCAL TIME ZONE 'UTC'");
            statement.setFetchSize(FETCH_SIZE);
            for (String table : tables(statement)) {
                read(statement, table, "SELECT r.tenant_id, r::text FROM public.\"" + table + "\" r", tallies);
            }
            read(statement, "comments", COMMENTS, tallies);
        } finally {
            saas.rollback();
            saas.setAutoCommit(true);
        }
    }

    private static List<String> tables(Statement statement) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet names = statement.executeQuery(TABLES_WITH_TENANT)) {
            while (names.next()) {
                tables.add(names.getString(1));
            }
        }
        return tables;
    }

    private static void read(Statement statement, String table, String query, Tallies tallies) throws SQLException {
        byte[] name = table.getBytes(StandardCharsets.UTF_8);
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                Tally tally = tallies.of(rows.getString(1));
                if (table.equals(REGISTRY)) {
                    tally.registryRow(rows.getBytes(2));
                } else {
                    tally.row(name, rows.getBytes(2));
                }
            }
        }
    }
}
