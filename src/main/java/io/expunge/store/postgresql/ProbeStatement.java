package io.expunge.store.postgresql;

import static io.expunge.store.postgresql.TableName.quoted;

import io.expunge.catalog.Ownership;
import io.expunge.catalog.Ownership.ParentRow;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.store.Scope;
import io.expunge.store.Subject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts what a tenant has in a table, in one statement and therefore one snapshot, with that snapshot's horizon. It goes
 * from the owner down to the rows, where the eraser goes from the rows up to the owner, and it sorts rows by generation
 * instead of choosing them by it.
 *
 * @param tellsGenerations whether the owner's table has a generation column
 */
record ProbeStatement(String text, boolean tellsGenerations) {

    private static final String SNAPSHOT = "CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS bigint)";
    private static final int LONGEST_PATH = 32;

    /**
     * @param residue of the asked generation or older; of any, where generations can't be told apart
     * @param oldestRunning lowest id of a transaction that had not ended in this snapshot
     */
    record Counts(long residue, long ungenerated, long later, long oldestRunning) {}

    static ProbeStatement of(Scope scope) {
        Deque<ParentRow> down = new ArrayDeque<>();
        Ownership at = scope.resource().ownedBy();
        while (at instanceof ParentRow child) {
            down.push(child);
            if (down.size() > LONGEST_PATH) {
                throw new IllegalArgumentException("the parents of a resource go round in a circle");
            }
            at = scope.catalog().resource(child.parent()).ownedBy();
        }
        if (!(at instanceof TenantColumn owner)) {
            throw new IllegalArgumentException("not a table with an owner");
        }
        return new ProbeStatement(
                "SELECT " + SNAPSHOT + ", " + counts(owner) + from(owner, down) + " WHERE owner."
                        + quoted(owner.column()) + " = ?",
                owner.generationColumn().isPresent());
    }

    private static String counts(TenantColumn owner) {
        return owner.generationColumn()
                .map(column -> "owner." + quoted(column))
                .map(generation -> "count(*) FILTER (WHERE " + generation + " <= ?),"
                        + " count(*) FILTER (WHERE " + generation + " IS NULL),"
                        + " count(*) FILTER (WHERE " + generation + " > ?)")
                .orElse("count(*), 0, 0");
    }

    private static String from(TenantColumn owner, Deque<ParentRow> down) {
        StringBuilder from =
                new StringBuilder(" FROM " + TableName.of(owner.table()).quoted() + " AS owner");
        String above = "owner." + quoted(owner.key());
        int level = 0;
        for (ParentRow child : down) {
            String alias = "level" + ++level;
            from.append(" JOIN ")
                    .append(TableName.of(child.table()).quoted())
                    .append(" AS ")
                    .append(alias)
                    .append(" ON ")
                    .append(alias + "." + quoted(child.foreignKey()))
                    .append(" = ")
                    .append(above);
            above = alias + "." + quoted(child.key());
        }
        return from.toString();
    }

    Counts ask(Session session, Subject subject) throws SQLException {
        Sql sql = tellsGenerations
                ? Sql.of(text, subject.generation(), subject.generation(), subject.storedId())
                : Sql.of(text, subject.storedId());
        return session.row(sql, ProbeStatement::counts);
    }

    private static Counts counts(ResultSet row) throws SQLException {
        return new Counts(row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(1));
    }
}
