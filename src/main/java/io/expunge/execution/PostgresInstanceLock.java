package io.expunge.execution;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * A session advisory lock on a connection of its own: it vanishes with the process, however that ends. Needs a direct
 * connection; a pooler in transaction mode would lose it.
 */
public final class PostgresInstanceLock implements InstanceLock {

    private final DataSource ownConnections;

    /** @param ownConnections opens connections that no pool shares */
    public PostgresInstanceLock(DataSource ownConnections) {
        this.ownConnections = ownConnections;
    }

    @Override
    public Optional<Held> tryLock(String jobName, JobParameters parameters) {
        try {
            return lock(InstanceKey.of(jobName, parameters));
        } catch (SQLException failed) {
            throw new DataAccessResourceFailureException("instance lock: SQLSTATE " + failed.getSQLState());
        }
    }

    // The connection leaves this method inside the lock that it carries.
    private Optional<Held> lock(InstanceKey key) throws SQLException {
        Connection connection = ownConnections.getConnection();
        boolean locked = false;
        try (PreparedStatement statement = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
            statement.setLong(1, key.value());
            try (ResultSet answer = statement.executeQuery()) {
                locked = answer.next() && answer.getBoolean(1);
            }
        } finally {
            if (!locked) {
                connection.close();
            }
        }
        return locked ? Optional.of(() -> release(connection)) : Optional.empty();
    }

    private static void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw new DataAccessResourceFailureException("instance lock: SQLSTATE " + failed.getSQLState());
        }
    }
}
