package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.sandbox.ControlServer;
import io.expunge.sandbox.Digests;
import io.expunge.sandbox.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I6: the control database goes away in the middle of a run, and comes back. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ControlDatabaseDownIT {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int SLICE = 5;

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private ControlServer control;

    @BeforeEach
    void on_a_server_of_its_own() {
        control = ControlServer.start(folder.resolve("control"), SharedServers.sandbox());
    }

    @AfterEach
    void stop() {
        control.close();
    }

    @Test
    void nothing_is_lost_and_nothing_deleted_without_recorded_intent() throws Exception {
        World world =
                World.fresh(folder, control).with("catalog/main.yaml", "slice-items: 2000", "slice-items: " + SLICE);
        String job = world.submit(World.LARGE, 1);
        Digests before = world.digests();
        CompletableFuture<Answer> run =
                CompletableFuture.supplyAsync(() -> world.expunge("run", "--run-id", "cut-off"));
        await().atMost(LIMIT).until(() -> erasedTickets(world, job) >= 10 * SLICE);

        control.server().stop();
        Answer cutOff = run.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        Digests without = world.digests();
        Answer meanwhile = world.expunge("run");
        assertThat(world.digests())
                .as("without the control database nothing is erased")
                .isEqualTo(without);
        control.server().startAgain();

        assertThat(cutOff.exit()).as(cutOff.out() + cutOff.err()).isEqualTo(1);
        assertThat(meanwhile.exit()).isEqualTo(1);
        assertThat(meanwhile.err()).contains("the control database");
        // Each partition may have sent the one slice of which nothing was recorded any more.
        long left = world.saas()
                .sql("SELECT COUNT(*) FROM public.tickets WHERE tenant_id = :tenant")
                .param("tenant", World.LARGE)
                .query(Long.class)
                .single();
        assertThat(baselineOfTickets(world, job) - left - erasedTickets(world, job))
                .isBetween(0L, (long) SLICE);
        assertThat(world.control()
                        .sql("SELECT COUNT(*) FROM expunge.run_partition WHERE run_id = 'cut-off' AND job_id = :job")
                        .param("job", job)
                        .query(Long.class)
                        .single())
                .as("what was to be done stands there")
                .isPositive();

        Answer next = world.expunge("run", "--run-id", "next");

        assertThat(next.exit()).as(next.out() + next.err()).isZero();
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        Digests after = world.digests();
        assertThat(after.of(World.LARGE).items()).isZero();
        before.byTenant().keySet().stream()
                .filter(tenant -> !tenant.equals(World.LARGE))
                .forEach(tenant -> assertThat(after.of(tenant)).isEqualTo(before.of(tenant)));
    }

    private static long erasedTickets(World world, String job) {
        return ofTickets(world, job, "erased");
    }

    private static long baselineOfTickets(World world, String job) {
        return ofTickets(world, job, "baseline");
    }

    private static long ofTickets(World world, String job, String column) {
        return world.control()
                .sql("SELECT COALESCE(SUM(" + column + "), 0) FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND resource_id = 'main.tickets'")
                .param("job", job)
                .query(Long.class)
                .single();
    }
}
