package io.expunge.store.postgresql;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the server's catalog says about a table, its partitions and inheriting tables included.
 *
 * @param columns by name
 * @param incoming foreign keys that point to it
 */
record Table(TableName name, Map<String, Column> columns, List<Reference> incoming) {

    Table {
        columns = Map.copyOf(columns);
        incoming = List.copyOf(incoming);
    }

    Column column(String column) throws Failed {
        Column found = columns.get(column);
        if (found == null) {
            throw Failure.missing("42703");
        }
        return found;
    }

    List<Reference> selfReferences() {
        return incoming.stream().filter(Reference::self).toList();
    }

    /** Those through which a delete here would change or remove rows elsewhere instead of being refused. */
    List<Reference> actingReferences() {
        return incoming.stream().filter(Reference::acts).toList();
    }

    /**
     * A column.
     *
     * @param type the base type's name, that of the domain's base where it is a domain
     * @param exact whether only what is the same, character by character, is equal
     */
    record Column(String type, boolean nullable, boolean exact) {}

    /**
     * A foreign key, seen from the table that it points to.
     *
     * @param from the table that refers
     * @param columns the referring columns
     * @param referenced the columns that they refer to, in the same order
     * @param onDelete as in {@code pg_constraint}: a, r, c, n or d
     * @param self whether the table refers to itself
     */
    record Reference(TableName from, List<String> columns, List<String> referenced, String onDelete, boolean self) {

        private static final Set<String> ACTIONS = Set.of("c", "n", "d");

        boolean acts() {
            return ACTIONS.contains(onDelete);
        }
    }
}
