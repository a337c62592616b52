package io.expunge.cli;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** One connection, for a command that asks little and ends. */
final class Database implements AutoCloseable {

    private final SingleConnectionDataSource connection;
    private final JdbcClient client;

    private Database(Connection connection) {
        this.connection = new SingleConnectionDataSource(connection, true);
        this.client = JdbcClient.create(this.connection);
    }

    /** @throws DatabaseUnavailable if it doesn't answer, or doesn't let us in */
    static Database open(DatabaseLogin login) {
        try {
            return new Database(Databases.dataSource(login).getConnection());
        } catch (SQLException refused) {
            throw new DatabaseUnavailable(login, refused.getSQLState());
        }
    }

    JdbcClient client() {
        return client;
    }

    TransactionTemplate transaction() {
        return new TransactionTemplate(new JdbcTransactionManager(connection));
    }

    /** All that is read within it is of one moment. */
    TransactionTemplate snapshot() {
        TransactionTemplate snapshot = transaction();
        snapshot.setReadOnly(true);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return snapshot;
    }

    @Override
    public void close() {
        connection.destroy();
    }
}
