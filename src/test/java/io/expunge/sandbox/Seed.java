package io.expunge.sandbox;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Fills the sandbox with the sample tenants, replacing what was there.
 *
 * @param number the same size and number give the same data, byte for byte
 */
public record Seed(SeedSize size, long number) {

    public static final long DEFAULT_NUMBER = 42;

    /** What one tenant was given. */
    public record Filled(String tenant, int generation, String state, long rows, long keys) {}

    public List<Filled> fill(Sandbox sandbox) throws SQLException {
        try (Connection connection = sandbox.postgres().connect(SandboxDatabases.SAAS)) {
            return fill(connection, sandbox.redis().url());
        }
    }

    /**
     * Fills a sandbox that runs elsewhere.
     *
     * @param saas a superuser's connection to the database {@code saas}
     */
    public List<Filled> fill(Connection saas, String redisUrl) throws SQLException {
        List<SampleTenant> tenants = SampleTenants.all();
        SaasRows rows = new SaasRows(tenants, size, number);
        replaceRows(saas, rows);
        replaceKeys(redisUrl, tenants);
        List<Filled> filled = new ArrayList<>();
        for (int tenant = 0; tenant < tenants.size(); tenant++) {
            SampleTenant one = tenants.get(tenant);
            filled.add(new Filled(
                    one.id(),
                    one.generation(),
                    one.closed() ? "CLOSED" : "OPEN",
                    rows.count(tenant),
                    size.keys(one.part())));
        }
        return filled;
    }

    /** In one transaction: a seed that fails half-way leaves what was there before. */
    private static void replaceRows(Connection saas, SaasRows rows) throws SQLException {
        saas.setAutoCommit(false);
        try (Statement statement = saas.createStatement()) {
            statement.execute("SET LOCAL ROLE " + SandboxDatabases.SAAS_APP);
            statement.execute("SET LOCAL maintenance_work_mem = '256MB'");
            SqlScripts.run(saas, "/sandbox/saas-empty.sql");
            rows.copyInto(saas);
            SqlScripts.run(saas, "/sandbox/saas-keys.sql");
            SqlScripts.run(saas, "/sandbox/saas-grants.sql");
            saas.commit();
            saas.setAutoCommit(true);
            statement.execute("VACUUM (ANALYZE)");
        } finally {
            if (!saas.getAutoCommit()) {
                saas.rollback();
                saas.setAutoCommit(true);
            }
        }
    }

    private void replaceKeys(String redisUrl, List<SampleTenant> tenants) {
        try (RedisClient client = RedisClient.create(redisUrl);
                StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            new CacheKeys(connection, number).write(tenants, size);
        }
    }
}
