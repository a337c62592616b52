package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.sandbox.Digests;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I5, I6: the shipped jar, killed with {@code kill -9}; the next run ends the same. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KilledRunIT {

    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    Path folder = Path.of("");

    @Test
    @Tag("soak")
    void killed_in_the_middle_of_the_big_tenant_the_next_run_recovers_and_what_had_finished_is_not_run_again()
            throws Exception {
        World world = World.fresh(folder).with("catalog/main.yaml", "slice-items: 2000", "slice-items: 5");
        Digests before = world.digests();
        String large = world.submit(World.LARGE, 1);
        String small = world.submit("hooli", 1);
        Process killed = world.start(folder.resolve("killed.log"), "run", "--run-id", "killed");
        await().atMost(LIMIT).until(() -> slicesOfTickets(world, large) >= 10 && ended(world, small, "main") == 7);
        long instance = world.lastInstance();

        killed.destroyForcibly().waitFor();
        assertThat(slicesOfTickets(world, large)).as("killed in the middle").isLessThan(150);
        List<String> finished = finished(world, instance);
        long recorded = erased(world, large);
        Answer run = world.expunge("run", "--run-id", "next");

        assertThat(run.exit())
                .as(run.out() + run.err() + Files.readString(folder.resolve("killed.log")))
                .isZero();
        assertThat(world.state(large)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.state(small)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(finished).contains("primary:" + small + ":postgresql");
        assertThat(world.partitionsOf(instance, 2)).isNotEmpty().doesNotContainAnyElementsOf(finished);
        assertThat(recorded).isPositive();
        // Work done twice: at most one slice per partition, and what was deleted twice is counted once.
        assertThat(erased(world, large)).isBetween(baseline(world, large) - 5, baseline(world, large));
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(large)).isEqualTo("VERIFIED");
        Digests after = world.digests();
        Set<String> others = new HashSet<>(before.byTenant().keySet());
        others.removeAll(List.of(World.LARGE, "hooli"));
        assertThat(others).allSatisfy(tenant -> assertThat(after.of(tenant)).isEqualTo(before.of(tenant)));
    }

    @Test
    void one_partition_failed_in_the_first_wave_then_killed_in_the_second_exactly_the_unfinished_ones_run()
            throws Exception {
        World world = World.fresh(folder).with("erasure.yaml", "attempts: 3", "attempts: 0");
        String failing = world.submit("initech", 1);
        String fine = world.submit("hooli", 1);
        long instance;
        try (Connection locker = world.saasConnection();
                Statement lock = locker.createStatement();
                RedisClient client = RedisClient.create(world.sandbox().redis().url());
                StatefulRedisConnection<String, String> redis = client.connect()) {
            locker.setAutoCommit(false);
            lock.execute("SELECT 1 FROM public.invoices WHERE tenant_id = 'initech' LIMIT 1 FOR UPDATE");
            pauseWrites(redis);
            Process killed = world.start(folder.resolve("killed.log"), "run", "--run-id", "killed");
            await().atMost(LIMIT)
                    .until(() ->
                            partitionStatus(world, "derived:" + fine + ":redis").equals("STARTED")
                                    && searchIsDone(world, fine)
                                    && searchIsDone(world, failing));
            instance = world.lastInstance();

            killed.destroyForcibly().waitFor();
            locker.rollback();
            redis.sync()
                    .dispatch(
                            CommandType.CLIENT,
                            new StatusOutput<>(StringCodec.UTF8),
                            new CommandArgs<>(StringCodec.UTF8).add("UNPAUSE"));
        }
        assertThat(partitionStatus(world, "primary:" + failing + ":postgresql")).isEqualTo("FAILED");
        assertThat(partitionStatus(world, "primary:" + fine + ":postgresql")).isEqualTo("COMPLETED");
        assertThat(partitionStatus(world, "primary:" + failing + ":s3")).isEqualTo("COMPLETED");
        Answer run = world.expunge("run", "--run-id", "next");

        assertThat(run.exit())
                .as(run.out() + run.err() + Files.readString(folder.resolve("killed.log")))
                .isZero();
        assertThat(world.partitionsOf(instance, 2))
                .containsExactlyInAnyOrder(
                        "primary:" + failing + ":postgresql",
                        "derived:" + failing + ":redis",
                        "derived:" + fine + ":redis");
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(failing)).isEqualTo("VERIFIED");
        assertThat(world.state(fine)).isEqualTo("VERIFIED");
    }

    @Test
    void asked_to_stop_it_ends_behind_the_slice_under_way_and_the_next_run_need_not_wait() throws Exception {
        World world = World.fresh(folder).with("catalog/main.yaml", "slice-items: 2000", "slice-items: 5");
        String large = world.submit(World.LARGE, 1);
        Process stopped = world.start(folder.resolve("stopped.log"), "run", "--run-id", "stopped");
        await().atMost(LIMIT).until(() -> slicesOfTickets(world, large) >= 10);

        stopped.destroy();
        assertThat(stopped.waitFor()).as("ended by the signal").isNotZero();
        assertThat(world.control()
                        .sql("SELECT status FROM expunge.batch_job_execution")
                        .query(String.class)
                        .single())
                .isEqualTo("STOPPED");
        Answer run = world.expunge("run", "--run-id", "next");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(world.state(large)).isEqualTo("AWAITING_VERIFICATION");
    }

    /** Its sources are other tables than the one that failed. */
    private static boolean searchIsDone(World world, String job) {
        return partitionStatus(world, "derived:" + job + ":opensearch").equals("COMPLETED");
    }

    /** Reading goes on, so the pass begins; its first deletion waits. */
    private static void pauseWrites(StatefulRedisConnection<String, String> redis) {
        redis.sync()
                .dispatch(
                        CommandType.CLIENT,
                        new StatusOutput<>(StringCodec.UTF8),
                        new CommandArgs<>(StringCodec.UTF8)
                                .add("PAUSE")
                                .add(60_000)
                                .add("WRITE"));
    }

    private static long slicesOfTickets(World world, String job) {
        return world.control()
                .sql("SELECT COALESCE(SUM(slices), 0) FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND resource_id = 'main.tickets'")
                .param("job", job)
                .query(Long.class)
                .single();
    }

    private static long ended(World world, String job, String store) {
        return world.control()
                .sql("SELECT COUNT(*) FROM expunge.deletion_task WHERE job_id = :job AND store = :store"
                        + " AND state IN ('ERASED', 'ALREADY_ABSENT')")
                .param("job", job)
                .param("store", store)
                .query(Long.class)
                .single();
    }

    private static long erased(World world, String job) {
        return world.control()
                .sql(
                        "SELECT SUM(erased) FROM expunge.deletion_task WHERE job_id = :job AND resource_id = 'main.tickets'")
                .param("job", job)
                .query(Long.class)
                .single();
    }

    private static long baseline(World world, String job) {
        return world.control()
                .sql(
                        "SELECT SUM(baseline) FROM expunge.deletion_task WHERE job_id = :job AND resource_id = 'main.tickets'")
                .param("job", job)
                .query(Long.class)
                .single();
    }

    private static List<String> finished(World world, long instance) {
        return world.control()
                .sql("SELECT step.step_name FROM expunge.batch_step_execution step"
                        + " JOIN expunge.batch_job_execution execution ON execution.job_execution_id = step.job_execution_id"
                        + " WHERE execution.job_instance_id = :instance AND step.status = 'COMPLETED'"
                        + " AND step.step_name LIKE '%:%'")
                .param("instance", instance)
                .query(String.class)
                .list();
    }

    private static String partitionStatus(World world, String step) {
        return world.control()
                .sql(
                        "SELECT status FROM expunge.batch_step_execution WHERE step_name = :step ORDER BY step_execution_id DESC LIMIT 1")
                .param("step", step)
                .query(String.class)
                .optional()
                .orElse("");
    }
}
