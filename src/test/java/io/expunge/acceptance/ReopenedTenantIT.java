package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    }

    @Test
    void data_of_a_later_generation_stays_and_is_counted_while_the_registry_has_not_moved() {
        World world = World.fresh(folder);
        String job = world.submit(TENANT, 1);
        onRedis(world, redis -> redis.sync().set("t:" + TENANT + ":g2:early", "1"));

        world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        onRedis(
                world,
                redis -> assertThat(redis.sync().get("t:" + TENANT + ":g2:early"))
                        .isEqualTo("1"));
        assertThat(world.control()
                        .sql(
                                "SELECT MAX(later) FROM expunge.evidence WHERE job_id = :job AND resource_id = 'cache.keys'")
                        .param("job", job)
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
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

    private static void onRedis(World world, Consumer<StatefulRedisConnection<String, String>> work) {
        try (RedisClient client = RedisClient.create(world.sandbox().redis().url());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            work.accept(connection);
        }
    }
}
