package io.expunge.store.postgresql;

import static io.expunge.store.postgresql.TableName.quoted;
import static java.util.stream.Collectors.joining;

import io.expunge.store.Subject;
import io.expunge.store.postgresql.Table.Reference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Erases the next window of a tenant's rows inside a transaction in which the fence already holds. What a foreign key
 * would do to rows that are not the window's is not left to it.
 */
final class WindowErasure {

    private static final String ROW = "gone";
    private static final String POINTING = "pointing";

    private final Session session;
    private final OwnedRows owned;
    private final Table table;
    private final Subject subject;

    private final List<Reference> reaching;

    /** @param children references that the catalog declares and the database doesn't know as foreign keys */
    WindowErasure(Session session, OwnedRows owned, Table table, List<Reference> children, Subject subject) {
        this.session = session;
        this.owned = owned;
        this.table = table;
        this.subject = subject;
        this.reaching = Stream.concat(table.actingReferences().stream(), children.stream())
                .toList();
    }

    /** The next so many rows behind a key; none if there is no row left. */
    Optional<Window> next(Optional<String> after, int most) throws SQLException {
        // Locked rows can't be pointed at anew, so what is looked at before the delete still holds during it.
        String lock = table.selfReferences().isEmpty() && reaching.isEmpty() ? "" : " FOR UPDATE OF " + ROW;
        Sql rows = Sql.of("SELECT " + owned.key(ROW) + " AS key FROM " + tableAs(ROW) + " WHERE ")
                .then(Window.beyond(owned, ROW, after))
                .then(owned.ofGenerationUpTo(subject, ROW))
                .then(" ORDER BY " + owned.key(ROW) + " LIMIT ?" + lock, most);
        Sql window = Sql.of("WITH next_rows AS MATERIALIZED (")
                .then(rows)
                .then(
                        ") SELECT (SELECT CAST(next_rows.key AS text) FROM next_rows ORDER BY next_rows.key DESC LIMIT 1),"
                                + " (SELECT count(*) FROM next_rows)");
        return session.row(
                window,
                row -> row.getInt(2) == 0
                        ? Optional.empty()
                        : Optional.of(new Window(after, row.getString(1), row.getInt(2))));
    }

    /**
     * Deletes the window's rows.
     *
     * @return how many the server removed; fewer than there were seen if somebody else has deleted meanwhile
     * @throws Failed if rows are still there that were to be deleted, or if a foreign key would reach further
     */
    int erase(Window window, int most) throws SQLException, Failed {
        for (Reference self : table.selfReferences()) {
            detach(self, window);
        }
        for (Reference reference : reaching) {
            refuseIfReached(reference, window);
        }
        int deleted =
                session.change(Sql.of("DELETE FROM " + tableAs(ROW) + " WHERE ").then(theRows(window)));
        if (deleted > most) {
            // Rows came into the window meanwhile: the slice was promised to be no larger than that.
            throw new Failed(new Failure(Failure.Kind.CONTENDED, "window-grew"));
        }
        if (deleted < window.rows() && anyLeft(window)) {
            // A trigger that answers NULL or a rule that does something instead: the server counts that as success.
            throw Failure.configuration("rows-not-deleted");
        }
        return deleted;
    }

    /**
     * Rows of the same tenant outside the window stop pointing into it; they are to go as well. Rows of others are not
     * changed: the foreign key then refuses the delete.
     */
    private void detach(Reference self, Window window) throws SQLException, Failed {
        List<String> nullable = nullable(self);
        if (nullable.isEmpty()) {
            return;
        }
        String nulls =
                nullable.stream().map(column -> quoted(column) + " = NULL").collect(joining(", "));
        session.change(Sql.of("UPDATE " + tableAs(POINTING) + " SET " + nulls + " FROM " + tableAs(ROW) + " WHERE ")
                .then(pointsTo(self))
                .then(" AND ")
                .then(theRows(window))
                .then(" AND ")
                .then(owned.ofGenerationUpTo(subject, POINTING))
                .then(" AND NOT (")
                .then(window.covers(owned, POINTING))
                .then(")"));
    }

    private List<String> nullable(Reference self) throws Failed {
        List<String> nullable = new ArrayList<>();
        for (String column : self.columns()) {
            boolean says = column.equals(owned.root().column())
                    || owned.root().generationColumn().filter(column::equals).isPresent();
            if (table.column(column).nullable() && !says) {
                nullable.add(column);
            }
        }
        return nullable;
    }

    /**
     * ON DELETE CASCADE, SET NULL and SET DEFAULT would change rows that nobody has asked to change, and count none.
     * Behind a reference that no foreign key guards, rows would be left that nothing leads to any more.
     */
    private void refuseIfReached(Reference reference, Window window) throws SQLException, Failed {
        Sql question = Sql.of("SELECT EXISTS (SELECT 1 FROM " + reference.from().quoted() + " AS " + POINTING + ", "
                        + tableAs(ROW) + " WHERE ")
                .then(pointsTo(reference))
                .then(" AND ")
                .then(theRows(window));
        if (reference.self()) {
            question =
                    question.then(" AND NOT (").then(theRows(window, POINTING)).then(")");
        }
        if (session.yes(question.then(")"))) {
            throw new Failed(new Failure(Failure.Kind.FOREIGN_KEY, "still-referred-to"));
        }
    }

    private boolean anyLeft(Window window) throws SQLException {
        return session.yes(Sql.of("SELECT EXISTS (SELECT 1 FROM " + tableAs(ROW) + " WHERE ")
                .then(theRows(window))
                .then(")"));
    }

    private Sql theRows(Window window) {
        return theRows(window, ROW);
    }

    private Sql theRows(Window window, String alias) {
        return window.covers(owned, alias).then(" AND ").then(owned.ofGenerationUpTo(subject, alias));
    }

    private static Sql pointsTo(Reference reference) {
        return Sql.of(IntStream.range(0, reference.columns().size())
                .mapToObj(i -> POINTING + "." + quoted(reference.columns().get(i)) + " = " + ROW + "."
                        + quoted(reference.referenced().get(i)))
                .collect(joining(" AND ")));
    }

    private String tableAs(String alias) {
        return table.name().quoted() + " AS " + alias;
    }
}
