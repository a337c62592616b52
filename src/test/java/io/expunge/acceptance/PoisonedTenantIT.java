package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I9: five hundred tenants behind one whose row makes every delete fail. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PoisonedTenantIT {

    private static final int HEALTHY = 500;

    @TempDir
    Path folder = Path.of("");

    @Test
    void all_the_others_are_done_in_one_run() throws IOException {
        World world = World.fresh(folder)
                .with("erasure.yaml", "partition-per-job-up-to: 8", "partition-per-job-up-to: 1")
                .with("erasure.yaml", "attempts: 3", "attempts: 0");
        onlyAccountsAndUsers(folder.resolve("jobs").resolve("catalog"));
        fill(world);
        world.saas().sql("""
                        CREATE FUNCTION public.poison() RETURNS trigger LANGUAGE plpgsql AS
                        $$ BEGIN RAISE EXCEPTION 'poisoned'; END $$
                        """).update();
        world.saas()
                .sql("CREATE TRIGGER poison BEFORE DELETE ON public.users FOR EACH ROW"
                        + " WHEN (OLD.tenant_id = 'crowd-0') EXECUTE FUNCTION public.poison()")
                .update();
        try {
            // First in line: the oldest request.
            String poisoned = submitted(world, "= 0").get(0);
            List<String> healthy = submitted(world, "> 0");

            Answer run = world.expunge("run");

            assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
            assertThat(run.lastLine()).contains(HEALTHY + " erased and awaiting verification", "1 blocked");
            assertThat(world.state(poisoned)).isEqualTo("BLOCKED(POISON)");
            assertThat(healthy).hasSize(HEALTHY);
            assertThat(world.control()
                            .sql("SELECT COUNT(*) FROM expunge.deletion_job WHERE state = 'AWAITING_VERIFICATION'")
                            .query(Long.class)
                            .single())
                    .isEqualTo(HEALTHY);
            assertThat(world.saas()
                            .sql("SELECT DISTINCT tenant_id FROM public.users WHERE tenant_id LIKE 'crowd-%'")
                            .query(String.class)
                            .list())
                    .containsExactly("crowd-0");
        } finally {
            world.saas().sql("DROP TRIGGER poison ON public.users").update();
            world.saas().sql("DROP FUNCTION public.poison()").update();
            for (String table : List.of("users", "accounts", "tenant_registry")) {
                world.saas()
                        .sql("DELETE FROM public." + table + " WHERE tenant_id LIKE 'crowd-%'")
                        .update();
            }
        }
    }

    private static void fill(World world) {
        world.saas()
                .sql("INSERT INTO public.tenant_registry (tenant_id, slug, generation, state)"
                        + " SELECT 'crowd-' || n, 'crowd-' || n, 1, 'OPEN' FROM generate_series(0, " + HEALTHY + ") n")
                .update();
        world.saas()
                .sql("INSERT INTO public.accounts (id, tenant_id, generation, name, billing_email, country, created_at)"
                        + " SELECT 5000000 + n, 'crowd-' || n, 1, 'n', 'e', 'DE', now()"
                        + " FROM generate_series(0, " + HEALTHY + ") n")
                .update();
        world.saas()
                .sql("INSERT INTO public.users (id, tenant_id, generation, account_id, full_name, email, created_at)"
                        + " SELECT 5000000 + n, 'crowd-' || n, 1, 5000000 + n, 'n', 'e', now()"
                        + " FROM generate_series(0, " + HEALTHY + ") n")
                .update();
    }

    private static List<String> submitted(World world, String which) {
        return world.saas()
                .sql("SELECT expunge_intake.submit_deletion('crowd-' || n, 1, 'CONTRACT_ENDED')"
                        + " FROM generate_series(0, " + HEALTHY + ") n WHERE n " + which)
                .query(String.class)
                .list();
    }

    /** Enough to be blocked in one table and go on in another; the other stores are tried elsewhere. */
    private static void onlyAccountsAndUsers(Path catalog) throws IOException {
        for (String file : List.of("cache.yaml", "search.yaml", "objects.yaml")) {
            Files.delete(catalog.resolve(file));
        }
        Path main = catalog.resolve("main.yaml");
        String all = Files.readString(main);
        Files.writeString(main, all.substring(0, all.indexOf("  - id: main.projects")));
    }
}
