package io.expunge.store.postgresql;

import java.sql.SQLException;
import java.util.Optional;

/**
 * Who the server must be, where the catalog pins it: the cluster's system identifier, alone or with {@code /} and the
 * database's name. Where nothing is pinned every server will do, and the control tenant shows that the place is right.
 */
record PinnedIdentity(Optional<String> identity) {

    static final String CODE = "identity";

    static final Sql WHO_ARE_YOU = Sql.of("""
            SELECT CAST(system_identifier AS text) || '/' || current_database()
              FROM pg_control_system()
            """);

    /** Throws if the server is another. */
    void require(Session session) throws SQLException, Failed {
        if (!isOf(session)) {
            throw new Failed(new Failure(Failure.Kind.OTHER_STORE, CODE));
        }
    }

    boolean isOf(Session session) throws SQLException {
        if (identity.isEmpty()) {
            return true;
        }
        String answer = session.row(WHO_ARE_YOU, row -> row.getString(1));
        return answer.equals(identity.get()) || answer.startsWith(identity.get() + "/");
    }
}
