package io.expunge.store.postgresql;

import io.expunge.store.Position;
import java.util.List;
import java.util.Optional;

/**
 * A place in a server's write-ahead log.
 *
 * @param lsn as PostgreSQL writes it, such as {@code 16/B374D848}
 */
record LogPosition(ServerIdentity identity, String lsn) {

    private static final String KIND = "pg-log";

    Position encoded() {
        return new Position(KIND + ":" + identity.encoded() + ":" + lsn);
    }

    /** Nothing if it is no such position. */
    static Optional<LogPosition> decoded(Position position) {
        List<String> parts = List.of(position.value().split(":", -1));
        if (parts.size() != 5 || !parts.get(0).equals(KIND)) {
            return Optional.empty();
        }
        try {
            LogPosition decoded =
                    new LogPosition(ServerIdentity.decoded(parts.get(1), parts.get(2), parts.get(3)), parts.get(4));
            decoded.bytes();
            return Optional.of(decoded);
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    /** Only on one timeline does this mean anything. */
    boolean isBefore(LogPosition other) {
        return Long.compareUnsigned(bytes(), other.bytes()) < 0;
    }

    private long bytes() {
        int slash = lsn.indexOf('/');
        if (slash < 0) {
            throw new NumberFormatException("no log position");
        }
        return Long.parseUnsignedLong(lsn.substring(0, slash), 16) << 32
                | Long.parseUnsignedLong(lsn.substring(slash + 1), 16);
    }
}
