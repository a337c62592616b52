package io.expunge.faults.spine;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

/** One connection whose transactions are savepoints within one that never commits: so a state can be gone back to. */
final class Savepoints implements PlatformTransactionManager {

    private final Connection connection;
    private int depth;

    Savepoints(Connection connection) {
        this.connection = connection;
    }

    private static final class Status extends SimpleTransactionStatus {
        private final Savepoint begin;

        Status(Savepoint begin) {
            this.begin = begin;
        }
    }

    Savepoint mark() {
        try {
            // Named by their depth: H2 keeps every name that it has ever heard, and looks through them all.
            return connection.setSavepoint("depth" + depth++);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    void backTo(Savepoint mark) {
        try {
            connection.rollback(mark);
            connection.releaseSavepoint(mark);
            depth--;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
        return new Status(mark());
    }

    @Override
    public void commit(TransactionStatus status) {
        if (status.isRollbackOnly()) {
            rollback(status);
            return;
        }
        try {
            connection.releaseSavepoint(((Status) status).begin);
            depth--;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void rollback(TransactionStatus status) {
        backTo(((Status) status).begin);
    }
}
