package io.expunge.deletion;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews this process's leases for as long as it lives, on a connection of its own, so that a busy pool or a long store
 * call never lets them run out. A process that stops running stops renewing; that is the whole failure detector.
 */
public final class LeaseKeeper implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /** A lease that somebody else took over has another owner and is left alone. */
    private static final String RENEW = """
            UPDATE expunge.deletion_job
            SET lease_until = CURRENT_TIMESTAMP + CAST(? AS INTEGER) * INTERVAL '1' SECOND
            WHERE lease_owner = ?
            """;

    /** Read behind the renewal: a lease that was taken over meanwhile is not ours, though we still think so. */
    private static final String STILL_OURS = """
            SELECT id
            FROM expunge.deletion_job
            WHERE lease_owner = ?
              AND lease_until > CURRENT_TIMESTAMP
            """;

    private final DataSource ownConnection;
    private final HeldLeases leases;
    private final Duration lease;
    private final ScheduledExecutorService heartbeat = Executors.newSingleThreadScheduledExecutor(runnable -> {
        Thread thread = new Thread(runnable, "lease-keeper");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Connection connection;

    /** @param ownConnection opens connections that no pool shares */
    public LeaseKeeper(DataSource ownConnection, HeldLeases leases, Duration lease, Duration every) {
        this.ownConnection = ownConnection;
        this.leases = leases;
        this.lease = lease;
        var unused = heartbeat.scheduleWithFixedDelay(this::beat, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized void beat() {
        if (leases.isEmpty()) {
            return;
        }
        try {
            Connection open = connection;
            if (open == null || open.isClosed()) {
                open = ownConnection.getConnection();
                connection = open;
            }
            try (PreparedStatement renew = open.prepareStatement(RENEW)) {
                long sentAt = leases.nanoTime();
                renew.setLong(1, lease.toSeconds());
                renew.setString(2, leases.owner());
                renew.executeUpdate();
                noteRenewed(open, sentAt);
            }
        } catch (SQLException failed) {
            LOG.warn("leases were not renewed ({}); trying again at the next beat", failed.getSQLState());
            disconnect();
        }
    }

    private void noteRenewed(Connection open, long sentAt) throws SQLException {
        try (PreparedStatement ours = open.prepareStatement(STILL_OURS)) {
            ours.setString(1, leases.owner());
            try (ResultSet rows = ours.executeQuery()) {
                while (rows.next()) {
                    leases.renewed(rows.getString(1), sentAt);
                }
            }
        }
    }

    private void disconnect() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException closedAnyway) {
            LOG.debug("closing the lease keeper's connection ended with {}", closedAnyway.getSQLState());
        }
        connection = null;
    }

    @Override
    public void close() {
        heartbeat.shutdownNow();
        synchronized (this) {
            disconnect();
        }
    }
}
