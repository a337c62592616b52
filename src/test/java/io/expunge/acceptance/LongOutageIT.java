package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I9: a store that refuses everything, run after run. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LongOutageIT {

    private static final Instant NIGHT = Instant.parse("2026-12-01T02:00:00Z");
    private static final Duration OUT = Duration.ofMinutes(30);
    private static final Duration BETWEEN_RUNS = Duration.ofMinutes(6);

    @TempDir
    Path folder = Path.of("");

    @Test
    void thirty_minutes_of_it_spend_no_budget_and_one_run_after_it_all_is_done() {
        World world = World.fresh(folder).with("erasure.yaml", "attempts: 3", "attempts: 1");
        MovableClock clock = MovableClock.showing(NIGHT);
        List<String> jobs = List.of(world.submit("hooli", 1), world.submit("initech", 1));
        // The tests' budget is one run: whoever spends it is blocked at once.
        world.with("erasure.yaml", "task-budget: 8", "task-budget: 1")
                .with("erasure.yaml", "throttled-budget: 24", "throttled-budget: 1");
        Outage.REDIS.server(world).stop();
        try {
            for (Duration since = Duration.ZERO; since.compareTo(OUT) <= 0; since = since.plus(BETWEEN_RUNS)) {
                clock.set(NIGHT.plus(since));

                Answer run = world.expungeAt(
                        clock, since.isZero() ? new String[] {"run"} : new String[] {"run", "--retries"});

                // Later ones find nothing due: the time between two tries grows.
                assertThat(run.exit()).as(run.out() + run.err()).isIn(0, 3);
                assertThat(jobs).allSatisfy(job -> assertThat(world.state(job)).isEqualTo("WAITING_RETRY"));
                assertThat(outage(world)).containsEntry("jobs_parked", 2L).containsEntry("tasks_parked", 2L);
            }
            assertThat(spent(world)).isZero();
            assertThat(jobs)
                    .allSatisfy(job -> assertThat(world.tasks(job)).containsEntry("cache.keys", "WAITING_RETRY"));
            assertThat(outage(world)).containsEntry("store", "cache").containsEntry("failed_probes", 5);
            assertThat(world.expungeAt(clock, "status").out())
                    .contains("store cache is out since 2026-12-01T02:00:", "2 jobs with 2 tasks wait for it");
            assertThat(world.expungeAt(clock, "status", "--output", "json").out())
                    .contains("\"outages\"", "\"tasksParked\"");
        } finally {
            Outage.REDIS.server(world).startAgain();
        }

        Answer run = world.expungeAt(clock, "run");

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(jobs).allSatisfy(job -> assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION"));
        assertThat(world.control()
                        .sql("SELECT COUNT(*) FROM expunge.store_outage")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private static Map<String, Object> outage(World world) {
        return world.control().sql("SELECT * FROM expunge.store_outage").query().singleRow();
    }

    private static long spent(World world) {
        return world.control()
                .sql("SELECT SUM(spent_retries + spent_throttles) FROM expunge.deletion_task")
                .query(Long.class)
                .single();
    }
}
