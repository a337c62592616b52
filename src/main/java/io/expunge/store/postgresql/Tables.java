package io.expunge.store.postgresql;

import io.expunge.store.postgresql.Table.Column;
import io.expunge.store.postgresql.Table.Reference;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads what the server's catalog says about tables, and remembers it until told to look again. Thread-safe. */
final class Tables {

    private static final String WHICH_RELATION = """
            SELECT CAST(c.oid AS bigint), c.relkind
              FROM pg_class c
              JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = ?
               AND c.relname = ?
            """;

    /** Domains are followed down to their base. A collation that isn't deterministic calls different texts equal. */
    private static final String WHICH_COLUMNS = """
            WITH RECURSIVE base AS (
                SELECT a.attname, a.attnotnull, a.attcollation, t.oid, t.typtype, t.typbasetype
                  FROM pg_attribute a
                  JOIN pg_type t ON t.oid = a.atttypid
                 WHERE a.attrelid = CAST(? AS oid)
                   AND a.attnum > 0
                   AND NOT a.attisdropped
                UNION ALL
                SELECT base.attname, base.attnotnull, base.attcollation, t.oid, t.typtype, t.typbasetype
                  FROM base
                  JOIN pg_type t ON t.oid = base.typbasetype
                 WHERE base.typtype = 'd')
            SELECT base.attname, format_type(base.oid, -1), NOT base.attnotnull, coalesce(l.collisdeterministic, true)
              FROM base
              LEFT JOIN pg_collation l ON l.oid = base.attcollation
             WHERE base.typtype <> 'd'
            """;

    /** Clones that a partitioned table's keys have for each partition are left out (conparentid). */
    private static final String WHO_REFERS_TO_IT = """
            WITH RECURSIVE tree(oid) AS (
                SELECT CAST(? AS oid)
                UNION
                SELECT i.inhrelid FROM pg_inherits i JOIN tree ON i.inhparent = tree.oid)
            SELECT n.nspname, c.relname, k.confdeltype, k.conrelid IN (SELECT oid FROM tree),
                   ARRAY(SELECT CAST(a.attname AS text)
                           FROM unnest(k.conkey) WITH ORDINALITY AS u(number, position)
                           JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.number
                          ORDER BY u.position),
                   ARRAY(SELECT CAST(a.attname AS text)
                           FROM unnest(k.confkey) WITH ORDINALITY AS u(number, position)
                           JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.number
                          ORDER BY u.position)
              FROM pg_constraint k
              JOIN pg_class c ON c.oid = k.conrelid
              JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE k.contype = 'f'
               AND k.conparentid = 0
               AND k.confrelid IN (SELECT oid FROM tree)
            """;

    private final Map<TableName, Table> known = new ConcurrentHashMap<>();

    /** As remembered, or as it is now. */
    Table look(Session session, TableName name) throws SQLException, Failed {
        Table table = known.get(name);
        return table != null ? table : lookAgain(session, name);
    }

    /** As it is now: between two passes somebody may have added a foreign key. */
    Table lookAgain(Session session, TableName name) throws SQLException, Failed {
        Table table = read(session, name);
        known.put(name, table);
        return table;
    }

    private static Table read(Session session, TableName name) throws SQLException, Failed {
        Optional<Relation> found = session.firstRow(
                Sql.of(WHICH_RELATION, name.schema(), name.table()),
                row -> new Relation(row.getLong(1), row.getString(2)));
        if (found.isEmpty()) {
            throw Failure.missing("42P01");
        }
        Relation relation = found.get();
        if (!relation.holdsRows()) {
            // Behind a view, a rule or a wrapper there is a table that has to be catalogued itself.
            throw Failure.configuration("not-a-table");
        }
        Map<String, Column> columns = new HashMap<>();
        session.rows(
                Sql.of(WHICH_COLUMNS, relation.oid()),
                row -> columns.put(
                        row.getString(1), new Column(row.getString(2), row.getBoolean(3), row.getBoolean(4))));
        return new Table(name, columns, session.rows(Sql.of(WHO_REFERS_TO_IT, relation.oid()), Tables::reference));
    }

    private static Reference reference(ResultSet row) throws SQLException {
        return new Reference(
                new TableName(row.getString(1), row.getString(2)),
                names(row.getArray(5)),
                names(row.getArray(6)),
                row.getString(3),
                row.getBoolean(4));
    }

    private static List<String> names(Array array) throws SQLException {
        return Arrays.asList((String[]) array.getArray());
    }

    private record Relation(long oid, String kind) {
        boolean holdsRows() {
            return kind.equals("r") || kind.equals("p");
        }
    }
}
