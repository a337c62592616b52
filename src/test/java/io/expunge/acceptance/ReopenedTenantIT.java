package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

/** I2: a tenant that came back, or whose data carries another generation than it should. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReopenedTenantIT {

    private static final String TENANT = "globex";

    @TempDir
    Path folder = Path.of("");

    @Test
    void re_opened_before_the_run_nothing_is_touched_and_status_names_the_ways_on() {
        World world = World.fresh(folder);
        String job = world.submit(TENANT, 1);
        reopen(world);
        Digests before = world.digests();

        Answer run = world.expunge("run");

        assertThat(run.exit()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(REOPENED)");
        assertThat(world.digests().byTenant()).isEqualTo(before.byTenant());
        String status = world.expunge("status", job).out();
        assertThat(status).contains("REOPENED", "2", "resume", "erase-older");
    }

    @Test
    void with_erase_older_the_closed_generation_goes_and_the_new_one_stays() {
        World world = World.fresh(folder).with("catalog/catalog.yaml", "on-reopen: stop", "on-reopen: erase-older");
        String job = world.submit(TENANT, 1);
        reopen(world);
        world.saas()
                .sql("INSERT INTO public.accounts SELECT id + 900000000, tenant_id, 2, name, billing_email, country,"
                        + " created_at FROM public.accounts"
                        + " WHERE tenant_id = :tenant")
                .param("tenant", TENANT)
                .update();
        onRedis(world, redis -> redis.sync().set("t:" + TENANT + ":g2:session:1", "new"));
        put(world, "tenants/" + TENANT + "/g2/attachments/new.txt");
        world.search().send("PUT", "/tickets/_doc/new", document("\"generation\":2"));
        long newAccounts = accounts(world, 2);

        Answer run = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(accounts(world, 1)).isZero();
        assertThat(newAccounts).isPositive();
        assertThat(accounts(world, 2)).isEqualTo(newAccounts);
        onRedis(world, redis -> {
            assertThat(redis.sync().keys("t:" + TENANT + ":g1:*")).isEmpty();
            assertThat(redis.sync().get("t:" + TENANT + ":g2:session:1")).isEqualTo("new");
        });
        assertThat(versions(world, world.stores().objects().bucket()))
                .containsExactly("tenants/" + TENANT + "/g2/attachments/new.txt");
        assertThat(versions(world, world.stores().objects().replicaBucket())).isEmpty();
        assertThat(documents(world, "{\"term\":{\"generation\":2}}")).isEqualTo(1);
        assertThat(documents(world, "{\"match_all\":{}}")).isEqualTo(1);
    }

    @Test
    void data_of_a_later_generation_stays_and_is_counted_while_the_registry_has_not_moved() {
        World world = World.fresh(folder);
        String job = world.submit(TENANT, 1);
        onRedis(world, redis -> redis.sync().set("t:" + TENANT + ":g2:early", "1"));
        put(world, "tenants/" + TENANT + "/g2/early");
        world.search().send("PUT", "/tickets/_doc/early", document("\"generation\":2"));

        world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        onRedis(
                world,
                redis -> assertThat(redis.sync().get("t:" + TENANT + ":g2:early"))
                        .isEqualTo("1"));
        assertThat(versions(world, world.stores().objects().bucket()))
                .containsExactly("tenants/" + TENANT + "/g2/early");
        assertThat(documents(world, "{\"match_all\":{}}")).isEqualTo(1);
        assertThat(world.control()
                        .sql("SELECT resource_id || ' ' || MAX(later) FROM expunge.evidence"
                                + " WHERE job_id = :job AND later > 0 GROUP BY resource_id ORDER BY 1")
                        .param("job", job)
                        .query(String.class)
                        .list())
                .containsExactly("cache.keys 1", "objects.files 1", "search.tickets 1");
    }

    @Test
    void an_object_of_the_tenant_without_a_generation_is_residue() {
        assertResidueWithoutGeneration("objects.files", world -> put(world, "tenants/" + TENANT + "/logo.png"));
    }

    @Test
    void a_document_of_the_tenant_without_a_generation_is_residue() {
        assertResidueWithoutGeneration(
                "search.tickets",
                world -> world.search().send("PUT", "/tickets/_doc/old", document("\"subject\":\"old\"")));
    }

    private void assertResidueWithoutGeneration(String resource, Consumer<World> writing) {
        World world = World.fresh(folder);
        String job = world.submit(TENANT, 1);
        writing.accept(world);

        world.expunge("run");
        Answer verify = world.expunge("verify");

        assertThat(verify.exit()).as(verify.out() + verify.err()).isEqualTo(5);
        assertThat(world.control()
                        .sql("SELECT gap_code || ' ' || resource_id || ' ' || ungenerated FROM expunge.evidence"
                                + " WHERE job_id = :job AND verdict = 'RESIDUE'")
                        .param("job", job)
                        .query(String.class)
                        .single())
                .isEqualTo("UNGENERATED " + resource + " 1");
    }

    @Test
    void a_key_of_the_tenant_without_a_generation_is_residue() {
        World world = World.fresh(folder);
        String job = world.submit(TENANT, 1);
        onRedis(world, redis -> redis.sync().set("t:" + TENANT + ":profile", "1"));

        world.expunge("run");
        Answer verify = world.expunge("verify");

        assertThat(verify.exit()).isEqualTo(5);
        assertThat(world.state(job)).isNotEqualTo("VERIFIED");
        assertThat(world.expunge("evidence", "show", job).out()).contains("UNGENERATED");
    }

    @Test
    void a_row_of_the_tenant_without_a_generation_is_residue() {
        World world = World.fresh(folder);
        String job = world.submit(TENANT, 1);
        world.saas()
                .sql("ALTER TABLE public.accounts ALTER COLUMN generation DROP NOT NULL")
                .update();
        try {
            world.saas()
                    .sql("INSERT INTO public.accounts SELECT id + 910000000, tenant_id, NULL, name, billing_email,"
                            + " country, created_at FROM public.accounts"
                            + " WHERE tenant_id = :tenant ORDER BY id LIMIT 1")
                    .param("tenant", TENANT)
                    .update();

            world.expunge("run");
            Answer verify = world.expunge("verify");

            assertThat(verify.exit()).isEqualTo(5);
            assertThat(world.control()
                            .sql("SELECT gap_code || ' ' || resource_id || ' ' || ungenerated FROM expunge.evidence"
                                    + " WHERE job_id = :job AND verdict = 'RESIDUE'")
                            .param("job", job)
                            .query(String.class)
                            .single())
                    .isEqualTo("UNGENERATED main.accounts 1");
        } finally {
            world.saas()
                    .sql("DELETE FROM public.accounts WHERE generation IS NULL")
                    .update();
            world.saas()
                    .sql("ALTER TABLE public.accounts ALTER COLUMN generation SET NOT NULL")
                    .update();
        }
    }

    private static void reopen(World world) {
        Integer generation = world.saas()
                .sql("SELECT generation FROM expunge_intake.reopen(:tenant)")
                .param("tenant", TENANT)
                .query(Integer.class)
                .single();
        assertThat(generation).isEqualTo(2);
    }

    private static long accounts(World world, int generation) {
        return world.saas()
                .sql("SELECT COUNT(*) FROM public.accounts WHERE tenant_id = :tenant AND generation = :generation")
                .param("tenant", TENANT)
                .param("generation", generation)
                .query(Long.class)
                .single();
    }

    private static void put(World world, String key) {
        try (S3Client s3 = world.stores().objects().client()) {
            s3.putObject(
                    request -> request.bucket(world.stores().objects().bucket()).key(key), RequestBody.fromString("x"));
        }
    }

    /** The keys of all versions and markers of the tenant. */
    private static List<String> versions(World world, String bucket) {
        try (S3Client s3 = world.stores().objects().client()) {
            ListObjectVersionsResponse found =
                    s3.listObjectVersions(request -> request.bucket(bucket).prefix("tenants/" + TENANT + "/"));
            return Stream.concat(
                            found.versions().stream().map(ObjectVersion::key),
                            found.deleteMarkers().stream().map(DeleteMarkerEntry::key))
                    .toList();
        }
    }

    private static String document(String field) {
        return "{\"tenant\":\"" + TENANT + "\"," + field + "}";
    }

    private static long documents(World world, String query) {
        return world.search()
                .count("tickets", "{\"bool\":{\"filter\":[{\"term\":{\"tenant\":\"" + TENANT + "\"}}," + query + "]}}");
    }

    private static void onRedis(World world, Consumer<StatefulRedisConnection<String, String>> work) {
        try (RedisClient client = RedisClient.create(world.sandbox().redis().url());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            work.accept(connection);
        }
    }
}
