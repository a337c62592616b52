package io.expunge.store.postgresql;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Ownership.ParentRow;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.store.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a table that belong to a tenant: by its own column, or by the path of foreign keys that leads to a table
 * that has one.
 *
 * @param table the rows' own table
 * @param key its primary key
 * @param path from that table's parent up to the table with the tenant column; none if that is the table itself
 */
record OwnedRows(TableName table, String key, List<Step> path, TenantColumn root) {

    private static final int LONGEST_PATH = 32;

    /** One foreign key upwards: this column of the table below points to this key of that table. */
    record Step(String foreignKey, TableName parent, String parentKey) {}

    static OwnedRows of(Catalog catalog, Ownership ownership) {
        List<Step> path = new ArrayList<>();
        Ownership at = ownership;
        while (at instanceof ParentRow child) {
            Ownership parent = catalog.resource(child.parent()).ownedBy();
            path.add(new Step(child.foreignKey(), TableName.of(table(parent)), key(parent)));
            if (path.size() > LONGEST_PATH) {
                throw new IllegalArgumentException("the parents of a resource go round in a circle");
            }
            at = parent;
        }
        if (!(at instanceof TenantColumn root)) {
            throw new IllegalArgumentException(
                    "not a table with an owner: " + at.getClass().getSimpleName());
        }
        return new OwnedRows(TableName.of(table(ownership)), key(ownership), List.copyOf(path), root);
    }

    TableName rootTable() {
        return TableName.of(root.table());
    }

    boolean separatesGenerations() {
        return root.generationColumn().isPresent();
    }

    String key(String alias) {
        return alias + "." + TableName.quoted(key);
    }

    /** Of the erased generation or an older one. A row without a generation is not: no fence speaks for it. */
    Sql ofGenerationUpTo(Subject subject, String alias) {
        return along(
                alias,
                owner -> ownedBy(subject, owner)
                        .then(generation(owner)
                                .map(generation -> Sql.of(" AND " + generation + " <= ?", subject.generation()))
                                .orElse(Sql.NOTHING)));
    }

    /** The same, with the rows that have no generation. */
    Sql notLaterThan(Subject subject, String alias) {
        return along(
                alias,
                owner -> ownedBy(subject, owner)
                        .then(generation(owner)
                                .map(generation -> Sql.of(
                                        " AND (" + generation + " <= ? OR " + generation + " IS NULL)",
                                        subject.generation()))
                                .orElse(Sql.NOTHING)));
    }

    private Sql ownedBy(Subject subject, String owner) {
        return Sql.of(owner + "." + TableName.quoted(root.column()) + " = ?", subject.storedId());
    }

    private Optional<String> generation(String owner) {
        return root.generationColumn().map(column -> owner + "." + TableName.quoted(column));
    }

    /** Applies the condition on the owner to the row itself, or to the row at the end of its path. */
    private Sql along(String alias, Condition condition) {
        if (path.isEmpty()) {
            return condition.on(alias);
        }
        StringBuilder exists = new StringBuilder("EXISTS (SELECT 1 FROM ");
        StringBuilder where = new StringBuilder();
        String below = alias;
        for (int step = 0; step < path.size(); step++) {
            String parent = alias + "_parent" + (step + 1);
            exists.append(step == 0 ? "" : ", ")
                    .append(path.get(step).parent().quoted())
                    .append(" AS ")
                    .append(parent);
            where.append(parent + "." + TableName.quoted(path.get(step).parentKey()))
                    .append(" = ")
                    .append(below + "." + TableName.quoted(path.get(step).foreignKey()))
                    .append(" AND ");
            below = parent;
        }
        return Sql.of(exists + " WHERE " + where).then(condition.on(below)).then(")");
    }

    private static String table(Ownership ownership) {
        if (ownership instanceof TenantColumn owner) {
            return owner.table();
        }
        if (ownership instanceof ParentRow child) {
            return child.table();
        }
        throw new IllegalArgumentException("not a table");
    }

    private static String key(Ownership ownership) {
        if (ownership instanceof TenantColumn owner) {
            return owner.key();
        }
        if (ownership instanceof ParentRow child) {
            return child.key();
        }
        throw new IllegalArgumentException("not a table");
    }

    @FunctionalInterface
    private interface Condition {
        Sql on(String ownerAlias);
    }
}
