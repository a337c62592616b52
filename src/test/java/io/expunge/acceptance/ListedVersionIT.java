package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I2 where objects' keys bear no generation: only versions that were listed before the registry was read as closed go. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ListedVersionIT {

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Digests before;

    @BeforeEach
    void objects_without_a_generation() {
        world = World.fresh(folder)
                .with(
                        "catalog/objects.yaml",
                        "prefix: \"tenants/{tenant}/g{generation}/\"",
                        "prefix: \"tenants/{tenant}/\"")
                .with("catalog/objects.yaml", "fence: name", "fence: listed-version");
        before = world.digests();
    }

    @Test
    void a_closed_tenants_objects_go_and_nobody_elses() {
        String job = world.submit("hooli", 1);

        Answer run = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        Digests after = world.digests();
        assertThat(before.of("hooli").objects()).isPositive();
        assertThat(before.byTenant().keySet()).allSatisfy(tenant -> {
            if (tenant.equals("hooli")) {
                assertThat(after.of(tenant).items()).isZero();
            } else {
                assertThat(after.of(tenant)).isEqualTo(before.of(tenant));
            }
        });
    }

    @Test
    void a_tenant_that_was_re_opened_loses_nothing() {
        String job = world.submit("hooli", 1);
        world.saas()
                .sql("SELECT generation FROM expunge_intake.reopen('hooli')")
                .query(Integer.class)
                .single();
        Digests reopened = world.digests();

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(REOPENED)");
        assertThat(world.digests()).isEqualTo(reopened);
    }
}
