package io.expunge.store.postgresql;

import static io.expunge.store.postgresql.TableName.quoted;

import io.expunge.catalog.Location;
import io.expunge.store.Blindness;
import io.expunge.store.Position;
import io.expunge.store.Probe;
import io.expunge.store.Question;
import io.expunge.store.Scope;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.Subject;
import io.expunge.store.postgresql.Failure.Kind;
import io.expunge.store.postgresql.ProbeStatement.Counts;
import io.expunge.tenant.RegistryTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Looks whether anything of a tenant is left, in a read-only transaction for each question. What may still write is asked
 * before the snapshot that counts is taken: a transaction that ends in between is then seen in the count.
 */
final class PostgresProbe implements Probe {

    /** A count of an index range; what takes longer says {@link Blindness#INCOMPLETE}. */
    static final Duration LONGEST_LOOK = Duration.ofMinutes(5);

    private static final String CUT_OFF = "57014";

    private final String store;
    private final PinnedIdentity identity;
    private final Database database;
    private final Duration longestLook;

    PostgresProbe(String store, PinnedIdentity identity, Database database, Duration longestLook) {
        this.store = store;
        this.identity = identity;
        this.database = database;
        this.longestLook = longestLook;
    }

    @Override
    public Map<Subject, Sighting> look(Scope scope, List<Question> questions) {
        ProbeStatement statement = ProbeStatement.of(scope);
        Map<Subject, Sighting> sightings = new HashMap<>();
        Optional<Unknown> outage = Optional.empty();
        for (Question question : questions) {
            try {
                // A store that is down would make each of many questions wait for its own timeout.
                sightings.put(question.subject(), outage.isPresent() ? outage.get() : look(scope, statement, question));
            } catch (Failed failed) {
                Unknown unknown = unknown(failed.failure());
                sightings.put(question.subject(), unknown);
                if (failed.failure().kind() == Kind.UNAVAILABLE) {
                    outage = Optional.of(unknown);
                }
            }
        }
        return sightings;
    }

    @Override
    public String shape(Scope scope) {
        return ProbeStatement.of(scope).text();
    }

    private Sighting look(Scope scope, ProbeStatement statement, Question question) throws Failed {
        Deadline within = Deadline.in(longestLook);
        return database.transaction(within, session -> {
            if (!identity.isOf(session)) {
                return new Unknown(Blindness.OTHER_STORE, PinnedIdentity.CODE);
            }
            Server server = Server.of(session);
            Optional<Unknown> blind = elsewhere(scope.location(), server)
                    .or(() -> anotherHistory(question, server))
                    .or(() -> behind(question, server));
            if (blind.isPresent()) {
                return blind.get();
            }
            Optional<Horizon> horizon = Horizon.decoded(question.horizon());
            if (horizon.isPresent()) {
                Optional<Unknown> atWork = stillAtWork(session, horizon.get(), server);
                if (atWork.isPresent()) {
                    return atWork.get();
                }
            }
            Counts counts = statement.ask(session, question.subject());
            if (horizon.isPresent() && counts.oldestRunning() <= horizon.get().transaction()) {
                // Ids are the whole server's: it may be another database's transaction. Known from the log, it is also
                // all that a standby can tell.
                return new Unknown(Blindness.IN_FLIGHT, "older-transaction-on-server");
            }
            if (!statement.tellsGenerations() && counts.residue() > 0 && reopened(session, scope, question.subject())) {
                // What there is may be the living generation's, and can't be told from what was to go.
                return new Unknown(Blindness.INCOMPLETE, "reopened-without-generation");
            }
            return new Seen(
                    counts.residue(),
                    counts.ungenerated(),
                    counts.later(),
                    server.log().encoded());
        });
    }

    /** A replica that replays nothing was promoted, or never was one. */
    private static Optional<Unknown> elsewhere(Location location, Server server) {
        boolean replica = !location.name().equals(Location.PRIMARY);
        return replica && !server.standby() ? otherStore("not-in-recovery") : Optional.empty();
    }

    private static Optional<Unknown> anotherHistory(Question question, Server server) {
        if (!question.horizon().equals(Position.NONE)) {
            Optional<Unknown> unknown = Horizon.decoded(question.horizon())
                    .map(horizon -> anotherHistory(horizon.identity(), server))
                    .orElseGet(() -> otherStore("position"));
            if (unknown.isPresent()) {
                return unknown;
            }
        }
        if (!question.erasedAt().equals(Position.NONE)) {
            return LogPosition.decoded(question.erasedAt())
                    .map(erased -> anotherHistory(erased.identity(), server))
                    .orElseGet(() -> otherStore("position"));
        }
        return Optional.empty();
    }

    private static Optional<Unknown> anotherHistory(ServerIdentity recorded, Server server) {
        ServerIdentity now = server.identity();
        if (!now.isOfOneDatabase(recorded)) {
            return otherStore("database");
        }
        if (now.timeline() == recorded.timeline()) {
            return Optional.empty();
        }
        // A standby learns of a new timeline late; one that is ahead of the record is another history.
        return server.standby() && now.timeline() < recorded.timeline()
                ? Optional.of(new Unknown(Blindness.STALE, "timeline"))
                : otherStore("timeline");
    }

    private static Optional<Unknown> behind(Question question, Server server) {
        return LogPosition.decoded(question.erasedAt())
                .filter(erased -> server.log().isBefore(erased))
                .map(erased -> new Unknown(Blindness.STALE, "log-position"));
    }

    /** What of that can be asked without a snapshot, first what is open, then what was prepared. */
    private static Optional<Unknown> stillAtWork(Session session, Horizon horizon, Server server) throws SQLException {
        if (server.standby()) {
            // Its own transactions only read; the primary's are known here by their ids.
            return Optional.empty();
        }
        if (Horizon.openTransactions(session).stream().anyMatch(horizon.open()::contains)) {
            return Optional.of(new Unknown(Blindness.IN_FLIGHT, "open-transaction"));
        }
        // Nothing tells when a prepared transaction began, so every one counts.
        boolean prepared = session.yes(
                Sql.of("SELECT EXISTS (SELECT 1 FROM pg_prepared_xacts WHERE database = current_database())"));
        return prepared ? Optional.of(new Unknown(Blindness.IN_FLIGHT, "prepared-transaction")) : Optional.empty();
    }

    private boolean reopened(Session session, Scope scope, Subject subject) throws SQLException {
        RegistryTable registry = scope.catalog().registry();
        if (!registry.store().equals(store)) {
            return false;
        }
        OptionalLong living = session
                .rows(
                        Sql.of(
                                "SELECT CAST(r.%s AS bigint) FROM %s AS r WHERE r.%s = ?"
                                        .formatted(
                                                quoted(registry.generationColumn()),
                                                TableName.of(registry.table()).quoted(),
                                                quoted(registry.tenantColumn())),
                                subject.tenant().value()),
                        row -> row.getLong(1))
                .stream()
                .mapToLong(Long::longValue)
                .max();
        return living.isPresent() && living.getAsLong() > subject.generation();
    }

    private static Unknown unknown(Failure failure) {
        return failure.code().equals(CUT_OFF)
                ? new Unknown(Blindness.INCOMPLETE, failure.code())
                : new Unknown(failure.blindness(), failure.code());
    }

    private static Optional<Unknown> otherStore(String code) {
        return Optional.of(new Unknown(Blindness.OTHER_STORE, code));
    }

    @Override
    public void close() {
        database.close();
    }
}
