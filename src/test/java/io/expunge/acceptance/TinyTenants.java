package io.expunge.acceptance;

import io.expunge.catalog.ResourceType;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Tenants of the sample application with just enough data for more than one slice. */
final class TinyTenants {

    private static final long FIRST_ROW = 50_000_000;
    private static final int ITEMS = 3;

    private final World world;
    private long rows = FIRST_ROW;

    TinyTenants(World world) {
        this.world = world;
    }

    /** Registers tenants, every other one closed already, with data in those stores. */
    void add(Map<String, Set<ResourceType>> tenants) {
        try (Connection connection = world.saasConnection()) {
            JdbcClient saas = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            tenants.forEach((tenant, where) -> addRows(saas, tenant, where));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        addObjects(tenants);
        addDocuments(tenants);
        addKeys(tenants);
    }

    /** Asks for their erasure, as the application does; answers each tenant's job. */
    static Map<String, String> submit(World world, Set<String> tenants) {
        Map<String, String> jobs = new HashMap<>();
        world.saas()
                .sql("SELECT tenant, expunge_intake.submit_deletion(tenant, 1, 'CONTRACT_ENDED')"
                        + " FROM unnest(string_to_array(:tenants, ' ')) tenant")
                .param("tenants", String.join(" ", tenants))
                .query(row -> {
                    jobs.put(row.getString(1), row.getString(2));
                });
        return jobs;
    }

    private void addRows(JdbcClient saas, String tenant, Set<ResourceType> where) {
        long account = ++rows;
        saas.sql("INSERT INTO public.tenant_registry (tenant_id, slug, generation, state)"
                        + " VALUES (:tenant, :tenant, 1, :state)")
                .param("tenant", tenant)
                .param("state", rows % 2 == 0 ? "CLOSED" : "OPEN")
                .update();
        if (!where.contains(ResourceType.POSTGRESQL)) {
            return;
        }
        saas.sql("INSERT INTO public.accounts VALUES (:id, :tenant, 1, 'Tiny', 'tiny@example.com', 'DE', now())")
                .param("id", account)
                .param("tenant", tenant)
                .update();
        saas.sql("INSERT INTO public.users SELECT :id + number, :tenant, 1, :id, 'Tiny', 'tiny@example.com',"
                        + " NULL, now() FROM generate_series(1, :items) number")
                .param("id", account)
                .param("tenant", tenant)
                .param("items", ITEMS)
                .update();
        rows += ITEMS;
    }

    private void addObjects(Map<String, Set<ResourceType>> tenants) {
        String bucket = world.stores().objects().bucket();
        try (S3Client s3 = world.stores().objects().client()) {
            tenants.forEach((tenant, where) -> {
                for (int item = 0; item < ITEMS && where.contains(ResourceType.S3); item++) {
                    String key = "tenants/" + tenant + "/g1/attachments/" + item / 2;
                    s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString("tiny"));
                }
            });
        }
    }

    private void addDocuments(Map<String, Set<ResourceType>> tenants) {
        StringBuilder lines = new StringBuilder();
        tenants.forEach((tenant, where) -> {
            for (int item = 0; item < ITEMS && where.contains(ResourceType.OPENSEARCH); item++) {
                lines.append("{\"index\":{\"_index\":\"tickets\",\"_id\":\"" + tenant + "-" + item + "\"}}\n")
                        .append("{\"tenant\":\"" + tenant + "\",\"generation\":1,\"subject\":\"tiny\"}\n");
            }
        });
        if (!lines.isEmpty()) {
            world.search().send("POST", "/_bulk?refresh=true", lines.toString());
        }
    }

    private void addKeys(Map<String, Set<ResourceType>> tenants) {
        Map<String, String> keys = new HashMap<>();
        tenants.forEach((tenant, where) -> {
            for (int item = 0; item < ITEMS && where.contains(ResourceType.REDIS); item++) {
                keys.put("t:" + tenant + ":g1:session:" + item, "tiny");
            }
        });
        try (RedisClient client = RedisClient.create(world.sandbox().redis().url());
                StatefulRedisConnection<String, String> redis = client.connect()) {
            if (!keys.isEmpty()) {
                redis.sync().mset(keys);
            }
        }
    }
}
