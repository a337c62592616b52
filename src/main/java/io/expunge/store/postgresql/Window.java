package io.expunge.store.postgresql;

import java.util.Optional;

/**
 * A stretch of a table along its primary key. Keys travel as text.
 *
 * @param after the last key before it; none at the beginning of the table
 * @param last its last key
 * @param rows how many rows of the tenant were seen in it
 */
record Window(Optional<String> after, String last, int rows) {

    /** Whether the key of this alias lies in the window. */
    Sql covers(OwnedRows owned, String alias) {
        return beyond(owned, alias, after).then(owned.key(alias) + " <= ?", last);
    }

    /** The lower end of a window that may reach as far as it likes, with a trailing AND. */
    static Sql beyond(OwnedRows owned, String alias, Optional<String> after) {
        return after.map(key -> Sql.of(owned.key(alias) + " > ? AND ", key)).orElse(Sql.NOTHING);
    }

    @Override
    public String toString() {
        return "Window[" + rows + " rows]";
    }
}
