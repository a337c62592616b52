package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon, as the shipped jar: on one node and on two, beside cron, killed, and asked to stop. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServeIT {

    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final Duration MINUTES = Duration.ofMinutes(5);
    private static final String EVERY_MINUTE = "\"* * * * *\"";
    private static final String NEW_YEAR = "\"0 0 1 1 *\"";

    @TempDir
    Path folder = Path.of("");

    @Test
    void I5_on_two_nodes_each_fire_runs_once_and_cron_beside_them_does_no_harm() throws Exception {
        World world = scheduled(World.fresh(folder), EVERY_MINUTE, EVERY_MINUTE, EVERY_MINUTE);
        List<String> jobs = new ArrayList<>();
        jobs.add(world.submit("hooli", 1));
        try (Node one = Node.started(world, folder.resolve("one.log"));
                Node other = Node.started(world, folder.resolve("other.log"))) {
            await().atMost(MINUTES).until(() -> isErased(world, jobs.get(0)));
            jobs.add(world.submit("initech", 1));
            AtomicInteger byCron = new AtomicInteger();
            await().atMost(MINUTES).pollInterval(Duration.ofMillis(500)).until(() -> {
                int number = byCron.incrementAndGet();
                Answer run = world.expunge("run", "--scheduled", "--run-id", "cron-run-" + number);
                Answer verify = world.expunge("verify", "--scheduled", "--run-id", "cron-verify-" + number);
                assertThat(run.exit()).as(run.out() + run.err()).isZero();
                assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
                return isVerified(world, jobs) && fires(one, other, "erasure-").size() >= 2;
            });
            await().atMost(LIMIT).until(() -> isIdle(world));

            List<String> fires = fires(one, other, "");
            assertThat(fires).doesNotHaveDuplicates();
            assertThat(fires(one, other, "retries-")).hasSizeGreaterThanOrEqualTo(2);
            assertThat(fires(one, other, "verification-")).hasSizeGreaterThanOrEqualTo(2);
            assertThat(fires).containsAll(firedRuns(world));
            assertThat(firedRuns(world)).as("hooli was erased by a fire").anyMatch(run -> run.startsWith("erasure-"));
            assertThat(world.control()
                            .sql("SELECT DISTINCT status FROM expunge.batch_job_execution")
                            .query(String.class)
                            .list())
                    .containsExactly("COMPLETED");
            assertThat(executionsPerInstance(world)).containsOnly(1L);
            assertThat(claims(world)).as("each job was taken once for erasing").containsOnly(1L);
            assertThat(one.stop()).as(one.output()).isZero();
            assertThat(other.stop()).as(other.output()).isZero();
        }
    }

    @Test
    void I6_a_node_that_is_killed_in_mid_run_is_followed_by_the_other() throws Exception {
        World world = scheduled(World.fresh(folder), NEW_YEAR, NEW_YEAR, NEW_YEAR)
                .with("catalog/main.yaml", "slice-items: 2000", "slice-items: 5");
        String large = world.submit(World.LARGE, 1);
        try (Node one = Node.started(world, folder.resolve("one.log"));
                Node other = Node.started(world, folder.resolve("other.log"))) {
            fireNow(world, "ERASURE");
            await().atMost(LIMIT).until(() -> slices(world, large) >= 10);
            Node killed = one.fires().isEmpty() ? other : one;
            Node follower = killed == one ? other : one;
            long instance = world.lastInstance();
            String fire = killed.fires().get(0);

            killed.process().destroyForcibly().waitFor();
            assertThat(slices(world, large)).as("killed in the middle").isLessThan(150);
            await().atMost(LIMIT).until(() -> world.state(large).equals("AWAITING_VERIFICATION"));

            await().atMost(LIMIT).until(() -> follower.output().contains("run " + fire + ": instance"));
            assertThat(follower.output())
                    .contains("fire " + fire + ", taken over from a node that is gone")
                    .contains("run " + fire + ": instance " + instance + " COMPLETED");
            assertThat(world.lastInstance()).as("the same instance").isEqualTo(instance);
            assertThat(executionsPerInstance(world)).containsExactly(2L);
            assertThat(follower.stop()).as(follower.output()).isZero();
        }
    }

    @Test
    void asked_to_stop_it_ends_behind_the_slice_under_way_and_lets_go() throws Exception {
        World world = scheduled(World.fresh(folder), NEW_YEAR, NEW_YEAR, NEW_YEAR)
                .with("catalog/main.yaml", "slice-items: 2000", "slice-items: 5");
        String large = world.submit(World.LARGE, 1);
        try (Node node = Node.started(world, folder.resolve("node.log"))) {
            fireNow(world, "ERASURE");
            await().atMost(LIMIT).until(() -> slices(world, large) >= 10);

            int exit = node.stop();

            assertThat(exit).as(node.output()).isZero();
            assertThat(node.output())
                    .contains("STOPPED, the next run goes on; 1 job: ")
                    .endsWith("serving: stopped; exit 0\n")
                    .doesNotContain("WARN", "ERROR");
            assertThat(slices(world, large)).as("stopped in the middle").isLessThan(150);
            assertThat(world.control()
                            .sql("SELECT COUNT(*) FROM expunge.deletion_job WHERE lease_until > CURRENT_TIMESTAMP")
                            .query(Long.class)
                            .single())
                    .as("leases that are held")
                    .isZero();
            assertThat(world.control()
                            .sql("SELECT status FROM expunge.batch_job_execution")
                            .query(String.class)
                            .single())
                    .isEqualTo("STOPPED");
        }
        Answer retries = world.expunge("run", "--retries", "--run-id", "next");
        assertThat(retries.exit()).as(retries.out() + retries.err()).isZero();
        assertThat(world.state(large)).isEqualTo("AWAITING_VERIFICATION");
    }

    @Test
    void health_tells_whether_the_control_database_is_there_and_nothing_else_is_told() throws Exception {
        World world = scheduled(World.fresh(folder), NEW_YEAR, NEW_YEAR, NEW_YEAR);
        try (Node node = Node.started(world, folder.resolve("node.log"))) {
            assertThat(node.get("/actuator/health").body()).contains("\"status\":\"UP\"");
            assertThat(node.get("/actuator/health/liveness").body()).isEqualTo("{\"status\":\"UP\"}");
            assertThat(node.get("/actuator/health/readiness").body()).isEqualTo("{\"status\":\"UP\"}");
            for (String path :
                    new String[] {"/actuator", "/actuator/env", "/actuator/shutdown", "/actuator/beans", "/"}) {
                assertThat(node.status(path)).as(path).isEqualTo(404);
            }

            world.sandbox().postgres().execute("postgres", "ALTER DATABASE expunge ALLOW_CONNECTIONS false");
            try {
                world.sandbox()
                        .postgres()
                        .execute(
                                "postgres",
                                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'expunge'");
                await().atMost(LIMIT).until(() -> node.status("/actuator/health") == 503);
                assertThat(node.get("/actuator/health").body()).contains("\"status\":\"DOWN\"");
                assertThat(node.status("/actuator/health/readiness")).isEqualTo(503);
                assertThat(node.status("/actuator/health/liveness"))
                        .as("starting it anew would not help")
                        .isEqualTo(200);
            } finally {
                world.sandbox().postgres().execute("postgres", "ALTER DATABASE expunge ALLOW_CONNECTIONS true");
            }
            await().atMost(LIMIT).until(() -> node.status("/actuator/health") == 200);
            assertThat(node.stop()).as(node.output()).isZero();
        }
    }

    @Test
    void what_was_missed_is_made_up_for_once_and_a_changed_schedule_is_taken_at_the_next_start() throws Exception {
        World world = scheduled(World.fresh(folder), NEW_YEAR, NEW_YEAR, NEW_YEAR);
        String job = world.submit("hooli", 1);
        try (Node before = Node.started(world, folder.resolve("before.log"))) {
            assertThat(before.stop()).as(before.output()).isZero();
        }
        for (String fire : List.of("ERASURE", "RETRIES")) {
            fireAt(world, fire, Clock.systemUTC().instant().minus(Duration.ofHours(2)));
        }
        world.with("verification.yaml", "schedule: " + NEW_YEAR, "schedule: \"0 0 2 1 *\"");

        try (Node after = Node.started(world, folder.resolve("after.log"))) {
            await().atMost(LIMIT).until(() -> isErased(world, job));
            assertThat(after.fires()).singleElement().asString().startsWith("erasure-");
            assertThat(cronOf(world, "VERIFICATION")).isEqualTo("0 0 0 2 1 ? *");
            assertThat(cronOf(world, "ERASURE")).isEqualTo("0 0 0 1 1 ? *");
            assertThat(after.stop()).as(after.output()).isZero();
            assertThat(after.output()).as("I7").contains(job).doesNotContain("hooli");
        }
        assertThat(world.control()
                        .sql("SELECT regexp_replace(convert_from(job_data, 'UTF8'), '#[^\\n]*\\n', '', 'g')"
                                + " FROM expunge.qrtz_job_details")
                        .query(String.class)
                        .list())
                .as("job data without comments")
                .containsExactly("", "", "");
    }

    private static List<String> fires(Node one, Node other, String kind) {
        return Stream.concat(one.fires().stream(), other.fires().stream())
                .filter(fire -> fire.startsWith(kind))
                .toList();
    }

    private static World scheduled(World world, String nightly, String retries, String looks) {
        return world.with("erasure.yaml", "schedule: \"0 1 * * *\"", "schedule: " + nightly)
                .with("erasure.yaml", "retries: \"*/15 * * * *\"", "retries: " + retries)
                .with("verification.yaml", "schedule: \"30 6 * * *\"", "schedule: " + looks);
    }

    private static void fireNow(World world, String fire) {
        fireAt(world, fire, Clock.systemUTC().instant());
    }

    /** As if the schedule had said so. */
    private static void fireAt(World world, String fire, Instant time) {
        assertThat(world.control()
                        .sql("UPDATE expunge.qrtz_triggers SET next_fire_time = :time WHERE trigger_name = :fire")
                        .param("time", time.toEpochMilli())
                        .param("fire", fire)
                        .update())
                .isEqualTo(1);
    }

    private static String cronOf(World world, String fire) {
        return world.control()
                .sql("SELECT cron_expression FROM expunge.qrtz_cron_triggers WHERE trigger_name = :fire")
                .param("fire", fire)
                .query(String.class)
                .single();
    }

    private static boolean isErased(World world, String job) {
        return List.of("AWAITING_VERIFICATION", "VERIFIED").contains(world.state(job));
    }

    private static boolean isVerified(World world, List<String> jobs) {
        return jobs.stream().allMatch(job -> world.state(job).equals("VERIFIED"));
    }

    private static boolean isIdle(World world) {
        return world.control()
                        .sql("SELECT COUNT(*) FROM expunge.batch_job_execution WHERE status <> 'COMPLETED'")
                        .query(Long.class)
                        .single()
                == 0;
    }

    /** Run ids of instances that a fire started, without the numbers that follow the first. */
    private static List<String> firedRuns(World world) {
        return world.control()
                .sql("SELECT DISTINCT substring(parameter_value FROM '^(?:erasure|retries|verification)-[0-9TZ]+')"
                        + " FROM expunge.batch_job_execution_params"
                        + " WHERE parameter_name = 'runId' AND parameter_value ~ '^(erasure|retries|verification)-'")
                .query(String.class)
                .list();
    }

    private static List<Long> executionsPerInstance(World world) {
        return world.control()
                .sql("SELECT COUNT(*) FROM expunge.batch_job_execution GROUP BY job_instance_id")
                .query(Long.class)
                .list();
    }

    private static List<Long> claims(World world) {
        return world.control()
                .sql("SELECT COUNT(*) FROM expunge.audit_event WHERE action = 'job.claimed' GROUP BY job_id")
                .query(Long.class)
                .list();
    }

    private static long slices(World world, String job) {
        return world.control()
                .sql("SELECT COALESCE(SUM(slices), 0) FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND resource_id = 'main.tickets'")
                .param("job", job)
                .query(Long.class)
                .single();
    }
}
