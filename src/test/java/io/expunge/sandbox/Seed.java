package io.expunge.sandbox;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Fills the sandbox with the sample tenants, replacing what was there.
 *
 * @param number the same size and number give the same data, byte for byte
 */
public record Seed(SeedSize size, long number) {

    public static final long DEFAULT_NUMBER = 42;

    /**
     * What one tenant was given.
     *
     * @param objects versions and markers, without the copies in the other bucket
     */
    public record Filled(
            String tenant, int generation, String state, long rows, long keys, long objects, long documents) {}

    public List<Filled> fill(Sandbox sandbox) throws SQLException {
        return fill(sandbox.stores());
    }

    /** Fills a sandbox that may run elsewhere. */
    public List<Filled> fill(SaasStores stores) throws SQLException {
        List<SampleTenant> tenants = SampleTenants.all();
        SaasRows rows = new SaasRows(tenants, size, number);
        CompletableFuture<Void> others = CompletableFuture.allOf(
                CompletableFuture.runAsync(() -> replaceObjects(stores, tenants)),
                CompletableFuture.runAsync(
                        () -> new SampleIndex(new SearchServer(stores.search()), number).write(tenants, size)));
        try (Connection saas = stores.connect()) {
            replaceRows(saas, rows);
        }
        replaceKeys(stores.redis(), tenants);
        others.join();
        List<Filled> filled = new ArrayList<>();
        for (int tenant = 0; tenant < tenants.size(); tenant++) {
            SampleTenant one = tenants.get(tenant);
            filled.add(new Filled(
                    one.id(),
                    one.generation(),
                    one.closed() ? "CLOSED" : "OPEN",
                    rows.count(tenant),
                    size.keys(one.part()),
                    SampleBuckets.items(size.objects(one.part())),
                    size.documents(one.part())));
        }
        return filled;
    }

    private void replaceObjects(SaasStores stores, List<SampleTenant> tenants) {
        try (SampleBuckets buckets = new SampleBuckets(stores.objects(), number)) {
            buckets.write(tenants, size);
        }
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
