package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** I5, I9: two processes of the shipped jar at once on the same due jobs. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoRunnersIT {

    private static final int ROWS_EACH = 2;

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private World world;

    private List<String> tenants = List.of();

    @AfterEach
    void watchNoMore() throws SQLException {
        world.sandbox()
                .postgres()
                .execute(
                        "saas",
                        "DROP TRIGGER IF EXISTS erased_by ON public.accounts",
                        "DROP FUNCTION IF EXISTS public.note_who_erased()",
                        "DROP TABLE IF EXISTS public.erased_by");
    }

    @Test
    void each_task_is_erased_by_one_of_them_none_by_both_and_none_by_neither() throws Exception {
        eraseBothAtOnce(200);
    }

    @Test
    @Tag("soak")
    void of_a_thousand_tenants_too() throws Exception {
        eraseBothAtOnce(1_000);
    }

    private void eraseBothAtOnce(int howMany) throws Exception {
        tenants = IntStream.rangeClosed(1, howMany)
                .mapToObj("small-%04d"::formatted)
                .toList();
        // Each takes a few at a time, so that there is something left for the other.
        world = World.fresh(folder).with("erasure.yaml", "jobs-per-run: 250", "jobs-per-run: 50");
        seed();
        Digests before = world.digests();
        noteWhoErases();
        submitAll();

        Process one = start("one");
        Process two = start("two");
        assertThat(one.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(two.waitFor(5, TimeUnit.MINUTES)).isTrue();

        String logs = Files.readString(folder.resolve("one.log")) + Files.readString(folder.resolve("two.log"));
        assertThat(List.of(one.exitValue(), two.exitValue())).as(tail(logs)).containsOnly(0);
        assertThat(query("SELECT state || ' ' || COUNT(*) FROM expunge.deletion_job GROUP BY state"))
                .containsExactly("AWAITING_VERIFICATION " + howMany);
        assertThat(query("SELECT COUNT(*) || ' of ' || COUNT(DISTINCT task_id) FROM expunge.receipt"))
                .containsExactly(11 * howMany + " of " + 11 * howMany);
        assertThat(query("SELECT job_id FROM expunge.receipt GROUP BY job_id HAVING COUNT(DISTINCT run_id) > 1"))
                .as("worked on by two runs")
                .isEmpty();
        // Who sent the deletes, as the store saw it: each tenant's by one process, every row once, and both had their
        // share.
        assertThat(world.saas()
                        .sql("SELECT tenant_id FROM public.erased_by GROUP BY tenant_id"
                                + " HAVING COUNT(DISTINCT process) <> 1 OR COUNT(*) <> :rows")
                        .param("rows", ROWS_EACH)
                        .query(String.class)
                        .list())
                .isEmpty();
        Map<String, Long> shares = new TreeMap<>();
        world.saas()
                .sql("SELECT process, COUNT(DISTINCT tenant_id) FROM public.erased_by GROUP BY process")
                .query(row -> {
                    shares.put(row.getString(1), row.getLong(2));
                });
        assertThat(shares).containsOnlyKeys("one", "two");
        assertThat(shares.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(howMany);
        assertThat(query("SELECT id FROM expunge.deletion_task WHERE erased > COALESCE(baseline, 0)"))
                .as("counted twice")
                .isEmpty();
        watchNoMore();
        Digests after = world.digests();
        assertThat(tenants).allSatisfy(id -> assertThat(after.of(id).items()).isZero());
        before.byTenant().keySet().stream()
                .filter(tenant -> !tenant.startsWith("small-"))
                .forEach(tenant -> assertThat(after.of(tenant)).isEqualTo(before.of(tenant)));
    }

    private Process start(String name) throws Exception {
        String url = world.sandbox().postgres().url("saas");
        world.environment()
                .put("EXPUNGE_STORE_MAIN_URL", url + (url.contains("?") ? "&" : "?") + "ApplicationName=" + name);
        return world.start(folder.resolve(name + ".log"), "run", "--run-id", name);
    }

    private void seed() {
        world.saas()
                .sql("INSERT INTO public.tenant_registry (tenant_id, slug, generation, state, closed_at)"
                        + " SELECT tenant, tenant, 1, 'CLOSED', now() FROM unnest(:ids::text[]) tenant")
                .param("ids", tenants.toArray(String[]::new))
                .update();
        world.saas()
                .sql(
                        "INSERT INTO public.accounts SELECT 500000000 + row_number() OVER (), tenant, 1, name, billing_email,"
                                + " country, created_at FROM unnest(:ids::text[]) tenant,"
                                + " (SELECT * FROM public.accounts WHERE tenant_id = 'hooli' ORDER BY id LIMIT :rows) pattern")
                .param("ids", tenants.toArray(String[]::new))
                .param("rows", ROWS_EACH)
                .update();
        try (RedisClient client = RedisClient.create(world.stores().redis());
                StatefulRedisConnection<String, String> redis = client.connect()) {
            redis.sync()
                    .mset(tenants.stream()
                            .collect(Collectors.toMap(id -> "t:" + id + ":g1:session:1", id -> "of " + id)));
        }
        try (S3Client s3 = world.stores().objects().client()) {
            for (String id : tenants) {
                for (String bucket : List.of(
                        world.stores().objects().bucket(),
                        world.stores().objects().replicaBucket())) {
                    s3.putObject(
                            request -> request.bucket(bucket).key("tenants/" + id + "/g1/attachments/1.txt"),
                            RequestBody.fromString(id));
                }
            }
        }
        world.search()
                .send(
                        "POST",
                        "/tickets/_bulk?refresh=true",
                        tenants.stream()
                                .map(id -> "{\"index\":{\"_id\":\"" + id + "\"}}\n{\"tenant\":\"" + id
                                        + "\",\"generation\":1,\"subject\":\"one\"}\n")
                                .collect(Collectors.joining()));
    }

    private void noteWhoErases() throws SQLException {
        world.sandbox()
                .postgres()
                .execute(
                        "saas",
                        "CREATE TABLE public.erased_by (tenant_id text NOT NULL, process text NOT NULL)",
                        "CREATE FUNCTION public.note_who_erased() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$"
                                + " BEGIN INSERT INTO public.erased_by VALUES (OLD.tenant_id,"
                                + " current_setting('application_name')); RETURN NULL; END $$",
                        "CREATE TRIGGER erased_by AFTER DELETE ON public.accounts"
                                + " FOR EACH ROW EXECUTE FUNCTION public.note_who_erased()");
    }

    private void submitAll() {
        world.saas()
                .sql(
                        "SELECT count(expunge_intake.submit_deletion(id, 1, 'CONTRACT_ENDED')) FROM unnest(:ids::text[]) id")
                .param("ids", tenants.toArray(String[]::new))
                .query(Long.class)
                .single();
    }

    private List<String> query(String sql) {
        return world.control().sql(sql).query(String.class).list();
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 4_000));
    }
}
