package io.expunge.sandbox;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What each tenant has, boiled down to two counts and one hash: equal before and after means unharmed, to the byte.
 *
 * <p>A witness against the product, so it shares nothing with its adapters: it reads everything that there is and sorts
 * it by owner afterwards, where they ask for one owner.
 */
public record Digests(SortedMap<String, TenantDigest> byTenant) {

    public Digests {
        byTenant = Collections.unmodifiableSortedMap(new TreeMap<>(byTenant));
    }

    /**
     * One tenant's data.
     *
     * @param rows in all tables, without the registry's own row
     * @param keys in Redis, database 0
     * @param sha256 in hexadecimal, over the registry row, every row, and every key with type, value and whether it has
     *     a time to live; the order in which they are stored doesn't count
     */
    public record TenantDigest(long rows, long keys, String sha256) {}

    public static Digests read(Sandbox sandbox) throws SQLException {
        try (Connection connection = sandbox.postgres().connect(SandboxDatabases.SAAS)) {
            return read(connection, sandbox.redis().url());
        }
    }

    /**
     * Reads all tenants, those included that are only in one of the two stores.
     *
     * @param saas a connection to the database {@code saas} that may read everything; its transaction is ended
     */
    public static Digests read(Connection saas, String redisUrl) throws SQLException {
        Tallies tallies = new Tallies();
        SaasWitness.read(saas, tallies);
        try (RedisClient client = RedisClient.create(redisUrl);
                StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            new CacheWitness(connection).read(tallies);
        }
        SortedMap<String, TenantDigest> digests = new TreeMap<>();
        tallies.byTenant().forEach((tenant, tally) -> digests.put(tenant, tally.digest()));
        return new Digests(digests);
    }

    /** A tenant's digest; that of nothing for a tenant that is nowhere. */
    public TenantDigest of(String tenant) {
        return byTenant.getOrDefault(tenant, new Tally().digest());
    }
}
