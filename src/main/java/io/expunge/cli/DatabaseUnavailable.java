package io.expunge.cli;

import org.jspecify.annotations.Nullable;

/** One of the product's own databases doesn't answer, or doesn't let us in. Holds no text of the server's. */
final class DatabaseUnavailable extends RuntimeException {

    DatabaseUnavailable(DatabaseLogin login, @Nullable String sqlState) {
        super(message(login, sqlState == null ? "" : sqlState), null, false, true);
    }

    private static String message(DatabaseLogin login, String sqlState) {
        String state = " (SQLSTATE " + sqlState + ")";
        if (sqlState.startsWith("28")) {
            return login.database() + " refuses the login " + login.user() + state + "; check its user and password";
        }
        if (sqlState.equals("3D000")) {
            return login.database() + " doesn't exist" + state + "; check the name at the end of its address";
        }
        return login.database() + " doesn't answer" + state + "; check its address, and whether it runs";
    }
}
