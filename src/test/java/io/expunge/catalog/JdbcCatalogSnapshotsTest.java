package io.expunge.catalog;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.springframework.jdbc.core.simple.JdbcClient;

/** On H2 as the fast tests use it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcCatalogSnapshotsTest implements KeepingSnapshots {

    private static final JdbcClient JDBC = KeepingSnapshots.migrated(database());

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:catalog-snapshots;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1");
        return database;
    }

    @Override
    public JdbcClient jdbc() {
        return JDBC;
    }
}
