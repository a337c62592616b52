package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** I6, I9: a store that is down costs nothing and loses nothing. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@ParameterizedClass
@EnumSource
class StoreDownIT {

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Outage outage;

    @TempDir
    Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private World world;

    private String large = "";
    private String small = "";
    private long instance;
    private Map<String, Long> slices = Map.of();

    @BeforeEach
    void a_run_with_the_server_stopped() {
        world = World.fresh(folder).with("erasure.yaml", "attempts: 3", "attempts: 1");
        large = world.submit(World.LARGE, 1);
        small = world.submit("hooli", 1);
        outage.server(world).stop();

        Answer run = world.expunge("run", "--run-id", "out");

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.lastLine()).contains("2 waiting for retry", "exit 3");
        instance = world.lastInstance();
        slices = slicesOfEnded();
    }

    @AfterEach
    void the_server_is_back() {
        outage.server(world).startAgain();
    }

    private void the_other_stores_are_done_and_status_says_what_is_waited_for() {
        for (String job : List.of(large, small)) {
            assertThat(world.state(job)).isEqualTo("WAITING_RETRY");
            Map<String, String> tasks = new TreeMap<>(world.tasks(job));
            assertThat(tasks.remove(outage.resource())).isEqualTo("WAITING_RETRY");
            assertThat(tasks.values()).containsOnly("ERASED");
            assertThat(world.expunge("status", job).out()).contains(outage.store(), "UNAVAILABLE", "retry");
        }
    }

    private void scheduled_it_is_no_failure() {
        Answer run = world.expunge("run", "--run-id", "out", "--scheduled");

        assertThat(run.exit()).isZero();
        assertThat(run.lastLine()).contains("2 waiting for retry");
    }

    @Test
    void with_the_store_back_a_restart_of_the_instance_finishes_it_and_nothing_that_was_done_runs_again() {
        the_other_stores_are_done_and_status_says_what_is_waited_for();
        scheduled_it_is_no_failure();
        however_old_it_is_what_can_be_restarted_is_not_forgotten();
        outage.server(world).startAgain();

        Answer restart = world.expunge("execution", "restart", "" + instance);

        assertThat(restart.exit()).as(restart.out() + restart.err()).isZero();
        assertThat(world.state(large)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.state(small)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.partitionsOf(instance, 3))
                .containsExactlyInAnyOrder(outage.partition(large), outage.partition(small));
        assertThat(slicesOfEnded()).containsAllEntriesOf(slices);
    }

    @Test
    void with_the_store_back_the_next_run_finishes_it_too_and_the_old_instance_is_handed_over() {
        outage.server(world).startAgain();

        Answer run = world.expunge("run", "--run-id", "next");
        Answer restart = world.expunge("execution", "restart", "" + instance);

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(world.state(large)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(slicesOfEnded()).containsAllEntriesOf(slices);
        assertThat(restart.out()).contains("handed over: " + large + " is with run next");
        assertThat(world.control()
                        .sql(
                                "SELECT DISTINCT exit_code FROM expunge.batch_step_execution WHERE step_name LIKE :partition"
                                        + " AND status = 'COMPLETED' AND job_execution_id IN (SELECT job_execution_id FROM"
                                        + " expunge.batch_job_execution WHERE job_instance_id = :instance)")
                        .param("instance", instance)
                        .param("partition", outage.partition("%"))
                        .query(String.class)
                        .list())
                .containsExactly("HANDED_OVER");
    }

    private void however_old_it_is_what_can_be_restarted_is_not_forgotten() {
        MovableClock nextYear =
                MovableClock.showing(Instant.now(Clock.systemUTC()).plus(Duration.ofDays(365)));

        Answer purge = world.expungeAt(nextYear, "execution", "purge", "--older-than", "90d");

        assertThat(purge.out()).isEqualToIgnoringNewLines("0 instances forgotten");
    }

    private Map<String, Long> slicesOfEnded() {
        Map<String, Long> counted = new TreeMap<>();
        world.control()
                .sql("SELECT id, slices FROM expunge.deletion_task WHERE store <> :store AND store NOT LIKE :copies")
                .param("store", outage.store())
                .param("copies", outage.store() + "-%")
                .query(row -> {
                    counted.put(row.getString(1), row.getLong(2));
                });
        return counted;
    }
}
