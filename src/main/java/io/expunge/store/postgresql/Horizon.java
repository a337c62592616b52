package io.expunge.store.postgresql;

import io.expunge.store.Position;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was at work when the registry had just been closed, and may write as long as it hasn't ended.
 *
 * @param transaction every transaction with a lower id had written something by then
 * @param open virtual ids of the transactions that were open: one that had only read until then has no id yet, gets a
 *     higher one when it writes, and may have read that the tenant lives
 */
record Horizon(ServerIdentity identity, long transaction, Set<String> open) {

    private static final String KIND = "pg-horizon";

    /** Positions are kept in rows of 400 characters. */
    private static final int MOST_REMEMBERED = 25;

    private static final int MOST_LOOKS = 20;
    private static final Sql A_MOMENT = Sql.of("SELECT pg_sleep(0.1)");
    private static final Sql OWN_TRANSACTION = Sql.of("SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint)");

    /** Needs no right: who holds which lock everybody may see. Workers of the server's own have no user. */
    private static final Sql OPEN_TRANSACTIONS = Sql.of("""
            SELECT l.virtualxid
              FROM pg_locks l
              JOIN pg_stat_activity a ON a.pid = l.pid
             WHERE l.locktype = 'virtualxid'
               AND l.mode = 'ExclusiveLock'
               AND l.granted
               AND a.datname = current_database()
               AND a.usesysid IS NOT NULL
               AND l.pid <> pg_backend_pid()
            """);

    Horizon {
        open = Set.copyOf(open);
    }

    /** Now, on a primary. Of very many open transactions those are remembered that don't end in a moment. */
    static Horizon of(Session session) throws SQLException, Failed {
        ServerIdentity identity = Server.of(session).mustBePrimary().identity();
        long transaction = session.row(OWN_TRANSACTION, row -> row.getLong(1));
        Set<String> open = openTransactions(session);
        for (int look = 1; open.size() > MOST_REMEMBERED; look++) {
            if (look == MOST_LOOKS) {
                throw new Failed(new Failure(Failure.Kind.CONTENDED, "open-transactions"));
            }
            session.run(A_MOMENT);
            open.retainAll(openTransactions(session));
        }
        return new Horizon(identity, transaction, open);
    }

    static Set<String> openTransactions(Session session) throws SQLException {
        return new TreeSet<>(session.rows(OPEN_TRANSACTIONS, row -> row.getString(1)));
    }

    Position encoded() {
        return new Position(
                KIND + ":" + identity.encoded() + ":" + transaction + ":" + String.join(",", new TreeSet<>(open)));
    }

    /** Nothing if it is no such position. */
    static Optional<Horizon> decoded(Position position) {
        List<String> parts = List.of(position.value().split(":", -1));
        if (parts.size() != 6 || !parts.get(0).equals(KIND)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Horizon(
                    ServerIdentity.decoded(parts.get(1), parts.get(2), parts.get(3)),
                    Long.parseLong(parts.get(4)),
                    parts.get(5).isEmpty()
                            ? Set.of()
                            : new TreeSet<>(Arrays.asList(parts.get(5).split(",")))));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }
}
