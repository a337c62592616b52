package io.expunge.store.postgresql;

import io.expunge.catalog.Catalog;
import io.expunge.store.Scope;
import io.expunge.store.Subject;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.Uncatalogued;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says who the server is, how much a tenant has, and which tables nobody has catalogued. */
final class PostgresSurveyor implements Surveyor {

    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(30);
    private static final Duration LONGEST_COUNT = Duration.ofMinutes(5);

    private final String store;
    private final Database database;
    private final Clock clock;
    private final Tables tables = new Tables();

    PostgresSurveyor(String store, Database database, Clock clock) {
        this.store = store;
        this.database = database;
        this.clock = clock;
    }

    /** The cluster's system identifier and the database's name: {@code 7467894561234567890/saas}. */
    @Override
    public String identity() {
        return ask(session -> session.row(PinnedIdentity.WHO_ARE_YOU, row -> row.getString(1)));
    }

    /** A target whose count is refused is left out: the eraser, asked next, can say why. */
    @Override
    public Map<String, Long> count(Scope scope, List<Target> targets) {
        OwnedRows owned = OwnedRows.of(scope.catalog(), scope.resource().ownedBy());
        Map<String, Long> counts = new HashMap<>();
        for (Target target : targets) {
            try {
                counts.put(target.taskId(), count(owned, target.subject()));
            } catch (Failed failed) {
                if (failed.failure().refusal().isEmpty()) {
                    throw failed.failure().exception(store);
                }
            }
        }
        return counts;
    }

    private long count(OwnedRows owned, Subject subject) throws Failed {
        return database.transaction(Deadline.in(LONGEST_COUNT), session -> {
            Table root = tables.look(session, owned.rootTable());
            IdColumn.of(root.column(owned.root().column())).mustHold(subject.storedId());
            Sql count = Sql.of("SELECT count(*) FROM " + owned.table().quoted() + " AS counted WHERE ")
                    .then(owned.notLaterThan(subject, "counted"));
            return session.row(count, row -> row.getLong(1));
        });
    }

    @Override
    public List<Uncatalogued> drift(Catalog catalog) {
        LiveTables live = ask(LiveTables::read);
        return live.uncatalogued(store, catalog, LocalDate.now(clock));
    }

    private <T> T ask(Database.Work<T> question) {
        try {
            return database.transaction(Deadline.in(LONGEST_QUESTION), question);
        } catch (Failed failed) {
            throw failed.failure().exception(store);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
