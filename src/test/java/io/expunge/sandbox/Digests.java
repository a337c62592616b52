package io.expunge.sandbox;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * What each tenant has, boiled down to four counts and one hash: equal before and after means unharmed, to the byte.
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
     * @param objects versions and markers in both buckets
     * @param documents in all search indices
     * @param sha256 in hexadecimal, over the registry row, every row, every key with type, value and whether it has a
     *     time to live, every object's versions in their order, and every document; otherwise the order in which they are
     *     stored doesn't count
     */
    public record TenantDigest(long rows, long keys, long objects, long documents, String sha256) {

        /** How much there is, whatever it is. */
        public long items() {
            return rows + keys + objects + documents;
        }
    }

    public static Digests read(Sandbox sandbox) throws SQLException {
        return read(sandbox.stores());
    }

    /** Reads all tenants, those included that are only in one of the stores. */
    public static Digests read(SaasStores stores) throws SQLException {
        Tallies tallies = new Tallies();
        try (Connection saas = stores.connect()) {
            SaasWitness.read(saas, tallies);
        }
        try (RedisClient client = RedisClient.create(stores.redis());
                StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            new CacheWitness(connection).read(tallies);
        }
        try (S3Client s3 = stores.objects().client()) {
            BucketWitness buckets = new BucketWitness(s3);
            buckets.read(stores.objects().bucket(), "primary", tallies);
            buckets.read(stores.objects().replicaBucket(), "replica", tallies);
        }
        new SearchWitness(new SearchServer(stores.search())).read(tallies);
        SortedMap<String, TenantDigest> digests = new TreeMap<>();
        tallies.byTenant().forEach((tenant, tally) -> digests.put(tenant, tally.digest()));
        return new Digests(digests);
    }

    /** A tenant's digest; that of nothing for a tenant that is nowhere. */
    public TenantDigest of(String tenant) {
        return byTenant.getOrDefault(tenant, new Tally().digest());
    }
}
