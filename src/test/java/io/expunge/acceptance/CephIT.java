package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.CephServer;
import io.expunge.sandbox.Digests;
import io.expunge.sandbox.NeedsCeph;
import io.expunge.sandbox.SharedS3Servers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I2, I3, I9 with the tenants' objects on a production S3 server, which checks logins and rights. */
@NeedsCeph
@DisplayNameGeneration(ReplaceUnderscores.class)
class CephIT {

    @TempDir
    Path folder = Path.of("");

    @Test
    void tenants_with_hostile_ids_are_erased_verified_and_nobody_else_loses_a_byte() {
        World world = World.fresh(folder, SharedS3Servers.ceph());
        Digests before = world.digests();
        List<String> erased = List.of(World.LARGE, "ac%me", "acme*", "[acme]", "acme/x", "ACME");
        List<String> jobs =
                erased.stream().map(tenant -> world.submit(tenant, 1)).toList();

        Answer run = world.expunge("run");
        Answer verify = world.expunge("verify", "--wait");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(jobs).allSatisfy(job -> assertThat(world.state(job)).isEqualTo("VERIFIED"));
        Digests after = world.digests();
        assertThat(before.of(World.LARGE).objects()).isGreaterThan(300);
        assertThat(before.byTenant().keySet()).allSatisfy(tenant -> {
            if (erased.contains(tenant)) {
                assertThat(after.of(tenant).items()).isZero();
            } else {
                assertThat(after.of(tenant)).isEqualTo(before.of(tenant));
            }
        });
    }

    @Test
    void versions_that_come_back_between_the_two_looks_are_found_in_both_buckets_and_go() {
        World world = World.fresh(folder, SharedS3Servers.ceph());
        String job = world.submit("initech", 1);
        world.expunge("run");
        assertThat(world.expunge("verify").exit()).isEqualTo(3);
        Stream.of(Comeback.OBJECT_VERSION, Comeback.OBJECT_VERSION_IN_THE_REPLICA)
                .forEach(each -> each.happen(world));

        Answer second = world.expunge("verify", "--job", job, "--wait");

        assertThat(second.exit()).as(second.out() + second.err()).isEqualTo(5);
        assertThat(world.control()
                        .sql("SELECT resource_id || '@' || location || ' ' || residue FROM expunge.evidence"
                                + " WHERE job_id = :job AND verdict <> 'EMPTY' ORDER BY 1")
                        .param("job", job)
                        .query(String.class)
                        .list())
                .containsExactly("objects.files@primary 1", "objects.files@replica 1");

        assertThat(world.expunge("run").exit()).isZero();
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(world.digests().of("initech").items()).isZero();
    }

    @Test
    void while_the_gateway_is_out_the_other_stores_are_done_and_one_run_after_it_is_back_all_is() {
        CephServer ceph = SharedS3Servers.ceph();
        World world = World.fresh(folder, ceph).with("erasure.yaml", "attempts: 3", "attempts: 1");
        String job = world.submit("hooli", 1);
        ceph.stop();
        Answer run;
        try {
            run = world.expunge("run");
        } finally {
            ceph.startAgain();
        }

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.tasks(job)).containsEntry("objects.files", "WAITING_RETRY");
        assertThat(world.tasks(job).values()).containsOnly("WAITING_RETRY", "ERASED");
        Answer again = world.expunge("run");

        assertThat(again.exit()).as(again.out() + again.err()).isZero();
        assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.digests().of("hooli").items()).isZero();
    }
}
