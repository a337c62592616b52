package io.expunge.faults.spine;

import java.sql.Connection;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Lends the explorer's connection to the keeper of leases. Whoever waits until it was lent and then closes the keeper, which waits
 * for the beat under way, has had just one.
 */
final class OneBeat extends SingleConnectionDataSource {

    private final Semaphore begun = new Semaphore(0);

    OneBeat(Connection connection) {
        super(connection, true);
    }

    @Override
    public Connection getConnection() throws java.sql.SQLException {
        Connection lent = super.getConnection();
        begun.release();
        return lent;
    }

    void awaitBegun() {
        try {
            if (!begun.tryAcquire(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the keeper of leases did not beat");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
