package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cron calls: windows, ends, retries, and nothing to do. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScheduledRunIT {

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String NOT_NOW = "outside the window 01:00-06:00 UTC, nothing begun; exit 0";

    @TempDir
    Path folder = Path.of("");

    @Test
    void until_stops_behind_the_slices_under_way_and_the_next_run_goes_on() {
        World world = World.fresh(folder).with("catalog/main.yaml", "slice-items: 2000", "slice-items: 5");
        String large = world.submit(World.LARGE, 1);
        Instant end = nextDayAt("06:00");
        MovableClock clock = MovableClock.showing(end.minus(Duration.ofHours(3)));
        CompletableFuture<Answer> stopped = CompletableFuture.supplyAsync(
                () -> world.expungeAt(clock, "run", "--run-id", "night", "--until", "06:00"));
        await().atMost(LIMIT).until(() -> slices(world, large) >= 10);

        clock.set(end);
        Answer run = stopped.join();

        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
        assertThat(run.lastLine())
                .contains("STOPPED, the next run goes on")
                .endsWith("0 erased and awaiting verification, 1 waiting for retry, 0 blocked; exit 3");
        assertThat(slices(world, large)).as("stopped in the middle").isLessThan(150);
        assertThat(leases(world)).isZero();
        assertThat(world.control()
                        .sql("SELECT status FROM expunge.batch_job_execution")
                        .query(String.class)
                        .single())
                .isEqualTo("STOPPED");
        Answer next = world.expungeAt(clock, "run", "--run-id", "next");
        assertThat(next.exit()).as(next.out() + next.err()).isZero();
        assertThat(world.state(large)).isEqualTo("AWAITING_VERIFICATION");
    }

    @Test
    void a_scheduled_run_ends_with_its_window_and_begins_in_no_other_time() throws IOException {
        World world = World.fresh(folder)
                .with("catalog/main.yaml", "slice-items: 2000", "slice-items: 5")
                .with("erasure.yaml", "window: always", "window: { from: '01:00', until: '06:00' }");
        String large = world.submit(World.LARGE, 1);
        Instant end = nextDayAt("06:00");
        MovableClock clock = MovableClock.showing(end.plusSeconds(1));

        assertThat(world.expungeAt(clock, "run", "--scheduled", "--run-id", "late")
                        .lastLine())
                .isEqualTo("run late: " + NOT_NOW);
        assertThat(world.expungeAt(clock, "run", "--scheduled", "--retries", "--run-id", "late")
                        .lastLine())
                .isEqualTo("run late: " + NOT_NOW);
        clock.set(end.minus(Duration.ofHours(5).plusSeconds(1)));
        assertThat(world.expungeAt(clock, "run", "--scheduled", "--run-id", "early")
                        .lastLine())
                .isEqualTo("run early: " + NOT_NOW);
        assertThat(world.state(large)).isEqualTo("ACCEPTED");

        clock.set(end.minus(Duration.ofHours(5)));
        CompletableFuture<Answer> inside =
                CompletableFuture.supplyAsync(() -> world.expungeAt(clock, "run", "--scheduled", "--run-id", "night"));
        await().atMost(LIMIT).until(() -> slices(world, large) >= 10);
        clock.set(end);
        Answer run = inside.join();

        assertThat(run.exit()).as(run.out() + run.err()).isZero();
        assertThat(run.lastLine()).contains("STOPPED", "1 waiting for retry");
        clock.set(end.plusSeconds(60));
        Answer byHand = world.expungeAt(clock, "run", "--run-id", "by-hand");
        assertThat(byHand.exit())
                .as("nobody's window binds what is called by hand")
                .isZero();
        assertThat(world.state(large)).isEqualTo("AWAITING_VERIFICATION");
    }

    @Test
    void no_sleep_of_verify_goes_past_the_end() {
        World world = secondLookAfterAnHour(World.fresh(folder));
        String job = world.submit("hooli", 1);
        assertThat(world.expunge("run").exit()).isZero();
        String soon = LocalTime.now(Clock.systemUTC())
                .plusMinutes(2)
                .truncatedTo(ChronoUnit.MINUTES)
                .toString();

        Answer first = world.expunge("verify", "--wait", "--run-id", "looks", "--until", soon);
        Answer again = world.expunge("verify", "--scheduled", "--wait", "--run-id", "again", "--until", soon);

        assertThat(first.exit()).as(first.out() + first.err()).isEqualTo(3);
        assertThat(first.lastLine()).contains("COMPLETED", "1 to be looked at again");
        assertThat(again.exit()).isZero();
        assertThat(again.lastLine()).startsWith("verify again: nothing due");
        assertThat(world.state(job)).isEqualTo("AWAITING_VERIFICATION");
    }

    @Test
    void a_waiting_verify_is_woken_when_its_time_is_over() {
        World world = secondLookAfterAnHour(World.fresh(folder));
        world.submit("hooli", 1);
        assertThat(world.expunge("run").exit()).isZero();
        Instant end = nextDayAt("09:00");
        MovableClock clock = MovableClock.showing(end.minus(Duration.ofHours(2)));
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() ->
                world.expungeAt(clock, "verify", "--scheduled", "--wait", "--run-id", "looks", "--until", "09:00"));
        await().atMost(LIMIT).until(() -> looks(world) == 1);

        clock.set(end);
        Answer verify = waiting.orTimeout(LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                .join();

        assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
        assertThat(verify.lastLine()).contains("1 to be looked at again");
    }

    @Test
    void retries_take_what_waits_and_leave_what_was_not_begun() throws IOException {
        World world = World.fresh(folder);
        String waiting = world.submit("hooli", 1);
        Sandbox sandbox = world.sandbox();
        sandbox.redis().stop();
        assertThat(world.expunge("run", "--scheduled", "--run-id", "out").exit())
                .isZero();
        assertThat(world.state(waiting)).isEqualTo("WAITING_RETRY");
        String accepted = world.submit("initech", 1);
        long unreceived = unreceivedAfterASubmissionPastUs(world);

        Answer out = world.expunge("run", "--scheduled", "--retries", "--run-id", "still-out");
        sandbox.redis().startAgain();
        Answer back = world.expunge("run", "--scheduled", "--retries", "--run-id", "back");

        assertThat(out.exit()).as(out.out() + out.err()).isZero();
        assertThat(back.exit()).as(back.out() + back.err()).isZero();
        assertThat(world.state(waiting)).isEqualTo("AWAITING_VERIFICATION");
        assertThat(world.state(accepted)).isEqualTo("ACCEPTED");
        assertThat(unreceived(world)).isEqualTo(unreceived).isEqualTo(1);
        assertThat(world.expunge("run", "--scheduled", "--retries", "--run-id", "idle")
                        .lastLine())
                .isEqualTo("run idle: nothing due; 0 jobs: 0 erased and awaiting verification, 0 waiting for retry,"
                        + " 0 blocked; exit 0");
        assertThat(world.expunge("run", "--run-id", "nightly").lastLine())
                .contains("1 job: 1 erased and awaiting verification");
    }

    /** In the shipped jar: the classes that were loaded tell whether Spring was started. */
    @Test
    void when_nothing_is_due_no_context_is_started() throws Exception {
        World world = World.fresh(folder);
        world.environment().put("JAVA_TOOL_OPTIONS", "-verbose:class");

        for (String command : new String[] {
            "run --scheduled", "run --scheduled --retries", "verify --scheduled --wait", "run", "verify"
        }) {
            Path output = folder.resolve("idle.log");
            Process idle = world.start(output, (command + " --run-id idle").split(" ", -1));

            assertThat(idle.waitFor()).as(command).isZero();
            assertThat(Files.readString(output))
                    .as(command)
                    .contains(" idle: nothing due; 0 jobs: ", "io.expunge.cli.Endings")
                    .doesNotContain("org.springframework.boot.SpringApplication ", "org.springframework.batch");
        }
    }

    @Test
    void a_run_that_is_asked_for_again_is_not_taken_for_nothing_due() {
        World world = World.fresh(folder);
        world.submit("hooli", 1);

        assertThat(world.expunge("run", "--scheduled", "--run-id", "nightly").lastLine())
                .contains("instance 1 COMPLETED");
        assertThat(world.expunge("run", "--scheduled", "--run-id", "nightly").lastLine())
                .contains("instance 1 was complete, nothing to do");
    }

    private static World secondLookAfterAnHour(World world) {
        return world.with("catalog/main.yaml", "second-look: 2s", "second-look: 1h")
                .with("catalog/cache.yaml", "second-look: 2s", "second-look: 1h");
    }

    private static Instant nextDayAt(String time) {
        return Clock.systemUTC()
                .instant()
                .atZone(ZoneOffset.UTC)
                .toLocalDate()
                .plusDays(2)
                .atTime(LocalTime.parse(time))
                .toInstant(ZoneOffset.UTC);
    }

    private static long slices(World world, String job) {
        return world.control()
                .sql("SELECT COALESCE(SUM(slices), 0) FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND resource_id = 'main.tickets'")
                .param("job", job)
                .query(Long.class)
                .single();
    }

    private static long leases(World world) {
        return world.control()
                .sql("SELECT COUNT(*) FROM expunge.deletion_job WHERE lease_until > CURRENT_TIMESTAMP")
                .query(Long.class)
                .single();
    }

    private static long looks(World world) {
        return world.control()
                .sql("SELECT COUNT(*) FROM expunge.batch_job_execution execution"
                        + " JOIN expunge.batch_job_instance instance USING (job_instance_id)"
                        + " WHERE instance.job_name = 'verificationJob' AND execution.status = 'COMPLETED'")
                .query(Long.class)
                .single();
    }

    /** As the application does it, in its own transaction. */
    private static long unreceivedAfterASubmissionPastUs(World world) {
        // For later, so that it stays out of the counts of what runs.
        world.saas()
                .sql(
                        "SELECT expunge_intake.submit_deletion('globex', 1, 'CONTRACT_ENDED', NULL, now() + interval '30 days')")
                .query(String.class)
                .single();
        return unreceived(world);
    }

    private static long unreceived(World world) {
        return world.saas()
                .sql("SELECT COUNT(*) FROM expunge_intake.deletion_request WHERE received_at IS NULL")
                .query(Long.class)
                .single();
    }
}
