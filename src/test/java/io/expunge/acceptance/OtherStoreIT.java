package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.Digests;
import io.expunge.sandbox.Digests.TenantDigest;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I2: nothing is erased on a server, database or bucket that isn't the one that the catalog pins. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OtherStoreIT {

    private static final String TENANT = "initech";

    @TempDir
    Path folder = Path.of("");

    @Test
    void a_store_of_any_kind_that_is_another_is_left_alone_and_a_person_is_told() {
        World world = World.fresh(folder);
        for (String store : new String[] {"objects", "search", "cache"}) {
            pin(world, store, "another-one");
        }
        Digests before = world.digests();
        String job = world.submit(TENANT, 1);

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(OTHER_STORE)");
        assertThat(blockedAt(world, job))
                .containsExactlyInAnyOrder("cache OTHER_STORE", "objects OTHER_STORE", "search OTHER_STORE");
        TenantDigest left = world.digests().of(TENANT);
        assertThat(left.keys()).isEqualTo(before.of(TENANT).keys()).isPositive();
        assertThat(left.documents()).isEqualTo(before.of(TENANT).documents()).isPositive();
        assertThat(left.rows()).as("main is the right one").isZero();
        assertThat(left.objects())
                .as("the replica is the right one, the primary isn't")
                .isPositive();
    }

    @Test
    void a_registry_in_another_database_is_neither_believed_nor_written() {
        World world = World.fresh(folder);
        pin(world, "main", "1234567890");
        Digests before = world.digests();
        String job = world.submit(TENANT, 1);

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(world.state(job)).isEqualTo("BLOCKED(OTHER_STORE)");
        assertThat(world.digests()).isEqualTo(before);
    }

    @Test
    void the_ones_that_are_pinned_are_erased() {
        World world = World.fresh(folder);
        pin(
                world,
                "main",
                world.saas()
                        .sql("SELECT system_identifier || '/' || current_database() FROM pg_control_system()")
                        .query(String.class)
                        .single());
        String job = world.submit(TENANT, 1);

        Answer run = world.expunge("run");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.digests().of(TENANT).items()).isZero();
    }

    private static void pin(World world, String store, String identity) {
        String type = switch (store) {
            case "main" -> "postgresql";
            case "objects" -> "s3";
            case "search" -> "opensearch";
            default -> "redis";
        };
        world.with(
                "catalog/catalog.yaml",
                "  " + store + ": { type: " + type + " }",
                "  " + store + ": { type: " + type + ", identity: \"" + identity + "\" }");
    }

    private static java.util.List<String> blockedAt(World world, String job) {
        return world.control()
                .sql("SELECT store || ' ' || block_reason FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND state = 'BLOCKED'")
                .param("job", job)
                .query(String.class)
                .list();
    }
}
