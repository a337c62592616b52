package io.expunge.cli;

import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens the product's own databases. What the address says, for TLS above all, is kept. */
public final class Databases {

    private static final int CONNECT_SECONDS = 5;

    /**
     * A process that was stopped in the middle of a transaction keeps its rows locked, and a claim passes over locked rows:
     * without this nobody could take over its jobs for as long as it lives. No transaction of ours rests this long.
     */
    private static final String NO_RESTING_TRANSACTIONS = "-c idle_in_transaction_session_timeout=2min";

    private Databases() {}

    /**
     * Connections that nobody shares; asks the database nothing yet.
     *
     * @throws UsageException if the address can't be read
     */
    public static DataSource dataSource(DatabaseLogin login) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        try {
            source.setUrl(login.url());
        } catch (IllegalArgumentException unreadable) {
            throw new UsageException("the address of " + login.database()
                    + " can't be read: expected jdbc:postgresql://host:5432/name, and settings behind a ?");
        }
        source.setUser(login.user());
        source.setPassword(login.password());
        // The server's detail of a violated constraint holds the row's values (I7).
        source.setLogServerErrorDetail(false);
        if (!login.url().contains("ApplicationName=")) {
            source.setApplicationName("expunge");
        }
        source.setTcpKeepAlive(true);
        if (!login.url().contains("options=")) {
            source.setOptions(NO_RESTING_TRANSACTIONS);
        }
        if (!login.url().contains("connectTimeout=")) {
            source.setConnectTimeout(CONNECT_SECONDS);
        }
        return source;
    }
}
