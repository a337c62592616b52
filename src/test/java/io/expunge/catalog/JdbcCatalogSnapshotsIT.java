package io.expunge.catalog;

import io.expunge.sandbox.PostgresServer;
import io.expunge.sandbox.SharedServers;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.springframework.jdbc.core.simple.JdbcClient;

/** On PostgreSQL, the control database. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JdbcCatalogSnapshotsIT implements KeepingSnapshots {

    private static final PostgresServer POSTGRES = SharedServers.postgres();

    private static final JdbcClient JDBC =
            KeepingSnapshots.migrated(POSTGRES.dataSource(SharedServers.newDatabase(), POSTGRES.superuser()));

    @Override
    public JdbcClient jdbc() {
        return JDBC;
    }
}
