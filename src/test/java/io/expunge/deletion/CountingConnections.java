package io.expunge.deletion;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts how often a connection was asked for. */
final class CountingConnections extends DelegatingDataSource {

    private final AtomicInteger opened = new AtomicInteger();

    CountingConnections(DataSource source) {
        super(source);
    }

    @Override
    public Connection getConnection() throws SQLException {
        opened.incrementAndGet();
        return super.getConnection();
    }

    int opened() {
        return opened.get();
    }
}
