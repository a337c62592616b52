package io.expunge.store.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.expunge.store.StoreAccess;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One login's connections to a store. The first transaction connects; what is not used is closed. Thread-safe. */
final class Database implements AutoCloseable {

    /** How long a lock is waited for: longer would make the application's own statements queue behind ours. */
    static final Duration LONGEST_LOCK_WAIT = Duration.ofSeconds(2);

    /** How long a store that doesn't answer is tried. */
    static final Duration LONGEST_CONNECTING = Duration.ofSeconds(5);

    private static final Duration CLOSED_WHEN_IDLE_FOR = Duration.ofSeconds(30);
    private static final int MOST_CONNECTIONS = 8;

    /** Our side gives up later than the server, so that the server's answer is heard. */
    private static final Duration NETWORK_SLACK = Duration.ofSeconds(10);

    /**
     * Local to the transaction. With row security off a policy that would hide rows is an error. With an empty search path
     * nothing but what is named in full is ours. An acknowledged delete has to survive a crash, whatever the login's
     * default is.
     */
    private static final String SETTINGS = """
            SELECT pg_catalog.set_config('lock_timeout', ?, true),
                   pg_catalog.set_config('statement_timeout', ?, true),
                   pg_catalog.set_config('idle_in_transaction_session_timeout', ?, true),
                   pg_catalog.set_config('row_security', 'off', true),
                   pg_catalog.set_config('search_path', '', true),
                   pg_catalog.set_config('synchronous_commit',
                       CASE pg_catalog.current_setting('synchronous_commit') WHEN 'off' THEN 'on'
                            ELSE pg_catalog.current_setting('synchronous_commit') END, true)
            """;

    private final HikariDataSource pool;

    private Database(HikariDataSource pool) {
        this.pool = pool;
    }

    static Database forWriting(StoreAccess access, String applicationName, Duration longestConnecting) {
        return new Database(pool(access, applicationName, longestConnecting, false));
    }

    static Database forReading(StoreAccess access, String applicationName, Duration longestConnecting) {
        return new Database(pool(access, applicationName, longestConnecting, true));
    }

    private static HikariDataSource pool(
            StoreAccess access, String applicationName, Duration longestConnecting, boolean readOnly) {
        // The constructor without settings starts nothing before the first connection is asked for.
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName(applicationName);
        pool.setJdbcUrl(access.url());
        pool.setUsername(access.user());
        pool.setPassword(access.password());
        pool.setInitializationFailTimeout(-1);
        pool.setConnectionTimeout(longestConnecting.toMillis());
        pool.setIdleTimeout(CLOSED_WHEN_IDLE_FOR.toMillis());
        pool.setMinimumIdle(0);
        pool.setMaximumPoolSize(MOST_CONNECTIONS);
        pool.setAutoCommit(false);
        pool.setReadOnly(readOnly);
        // The fence relies on it: a locked row is seen as the other transaction left it.
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        // We evict ourselves.
        pool.setExceptionOverride(new NothingIsFatal());
        driverProperties(pool, applicationName);
        return pool;
    }

    private static void driverProperties(HikariConfig pool, String applicationName) {
        pool.addDataSourceProperty("ApplicationName", applicationName);
        pool.addDataSourceProperty("logServerErrorDetail", "false");
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty("connectTimeout", Long.toString(LONGEST_CONNECTING.toSeconds()));
        pool.addDataSourceProperty("loginTimeout", Long.toString(LONGEST_CONNECTING.toSeconds()));
        // Each statement is planned for its own values: a window of a huge tenant and of a tiny one want different
        // plans.
        pool.addDataSourceProperty("prepareThreshold", "0");
        // A text parameter takes the type of the column that it is compared with.
        pool.addDataSourceProperty("stringtype", "unspecified");
    }

    /**
     * Runs the work in a transaction of its own and commits it; rolls back when it fails.
     *
     * @param within no statement runs longer than what is left of it
     */
    <T> T transaction(Deadline within, Work<T> work) throws Failed {
        Connection connection;
        try {
            connection = pool.getConnection();
        } catch (SQLException failure) {
            throw new Failed(SqlStates.of(failure));
        }
        return transaction(connection, within, work);
    }

    private <T> T transaction(Connection connection, Deadline within, Work<T> work) throws Failed {
        @Nullable Failure failure = null;
        try {
            T result = run(connection, within, work);
            failure = commit(connection);
            if (failure != null) {
                throw new Failed(failure);
            }
            return result;
        } catch (SQLException error) {
            failure = SqlStates.of(error);
            throw new Failed(failure);
        } finally {
            release(connection, failure);
        }
    }

    private static <T> T run(Connection connection, Deadline within, Work<T> work) throws SQLException, Failed {
        Duration left = within.left();
        connection.setNetworkTimeout(Runnable::run, millis(left.plus(NETWORK_SLACK)));
        Session session = new Session(connection);
        session.run(Sql.of(
                SETTINGS,
                Long.toString(LONGEST_LOCK_WAIT.toMillis()),
                Long.toString(left.toMillis()),
                Long.toString(left.plus(NETWORK_SLACK).toMillis())));
        return work.in(session);
    }

    private static @Nullable Failure commit(Connection connection) {
        try {
            connection.commit();
            return null;
        } catch (SQLException error) {
            return SqlStates.atCommit(error);
        }
    }

    /** Gives the connection back, rolled back by the pool, or throws it away if it may be broken. */
    private void release(Connection connection, @Nullable Failure failure) {
        if (failure != null
                && (failure.kind() == Failure.Kind.UNAVAILABLE || failure.kind() == Failure.Kind.AMBIGUOUS)) {
            // This closes it. Closing it again would make the pool reset what it is just taking apart.
            pool.evictConnection(connection);
            return;
        }
        try {
            connection.close();
        } catch (SQLException alreadyBroken) {
            pool.evictConnection(connection);
        }
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }

    @Override
    public void close() {
        pool.close();
    }

    /** What is done in a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T in(Session session) throws SQLException, Failed;
    }
}
