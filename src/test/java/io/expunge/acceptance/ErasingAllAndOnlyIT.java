package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I2, I3: the whole tenant, nobody else, and proof of both. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ErasingAllAndOnlyIT {

    @TempDir
    Path folder = Path.of("");

    @Test
    void a_closed_tenant_is_erased_verified_and_nobody_else_loses_a_byte() {
        World world = World.fresh(folder);
        Digests before = world.digests();
        String job = world.submit(World.LARGE, 1);

        Answer run = world.expunge("run", "--run-id", "first");
        Answer first = world.expunge("verify", "--run-id", "look");
        Answer second = world.expunge("verify", "--run-id", "look-again", "--job", job, "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(run.lastLine()).contains("run first: instance ", "1 erased and awaiting verification", "exit 0");
        assertThat(first.exit()).as("one look is outstanding").isEqualTo(3);
        assertThat(second.exit()).as(second.out() + second.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(world.expunge("evidence", "show", job).out())
                .contains("EMPTY")
                .doesNotContain("RESIDUE");
        Digests after = world.digests();
        assertThat(before.of(World.LARGE).objects()).isGreaterThan(300);
        assertThat(before.of(World.LARGE).documents()).isEqualTo(400);
        assertThat(after.of(World.LARGE).items()).isZero();
        Set<String> others = new HashSet<>(before.byTenant().keySet());
        others.remove(World.LARGE);
        assertThat(others).hasSizeGreaterThan(15);
        assertThat(others).allSatisfy(tenant -> assertThat(after.of(tenant)).isEqualTo(before.of(tenant)));
    }

    @Test
    void control_tables_and_tenants_may_share_a_database() {
        World world = World.fresh(folder, "saas");
        String job = world.submit("hooli", 1);

        Answer run = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
    }

    @Test
    void hostile_ids_are_erased_alone_too() {
        World world = World.fresh(folder);
        Digests before = world.digests();
        List<String> hostile = List.of("ac%me", "acme*", "[acme]", "acme/x", "ACME");
        List<String> jobs =
                hostile.stream().map(tenant -> world.submit(tenant, 1)).toList();

        Answer run = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(jobs).allSatisfy(job -> assertThat(world.state(job)).isEqualTo("VERIFIED"));
        Digests after = world.digests();
        assertThat(before.byTenant().keySet()).allSatisfy(tenant -> {
            if (hostile.contains(tenant)) {
                assertThat(after.of(tenant).items()).isZero();
            } else {
                assertThat(after.of(tenant)).isEqualTo(before.of(tenant));
            }
        });
    }

    @Test
    void running_again_when_nothing_is_due_does_nothing() {
        World world = World.fresh(folder);

        Answer run = world.expunge("run", "--run-id", "empty");

        assertThat(run.exit()).isZero();
        assertThat(run.lastLine()).contains("nothing due");
        assertThat(world.control()
                        .sql("SELECT COUNT(*) FROM expunge.batch_job_instance")
                        .query(Long.class)
                        .single())
                .isZero();
    }
}
