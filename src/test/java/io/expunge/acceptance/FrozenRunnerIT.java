package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.sandbox.Digests;
import io.expunge.sandbox.SharedServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** I2, I5: the shipped jar stopped with {@code SIGSTOP} until its lease is over and others are done, and then continued. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FrozenRunnerIT {

    private static final String TENANT = World.LARGE;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int GATE = 4711;
    private static final List<String> CONTROL_TABLES = List.of(
            "deletion_job",
            "deletion_task",
            "receipt",
            "dead_letter",
            "evidence",
            "evidence_seal",
            "verification_run",
            "audit_event");

    @TempDir
    Path folder = Path.of("");

    /** Where the process is when it is stopped: a trigger waits there for a lock that the test holds. */
    enum Place {
        IN_THE_STORES_TRANSACTION("public.tickets", "DELETE", "OLD"),
        WHILE_IT_RECORDS_WHAT_THE_STORE_SAID("expunge.deletion_task", "UPDATE", "NEW");

        private final String table;
        private final String event;
        private final String row;

        Place(String table, String event, String row) {
            this.table = table;
            this.event = event;
            this.row = row;
        }

        String database() {
            return table.startsWith("public.") ? "saas" : "expunge";
        }

        void close(World world) throws SQLException {
            world.sandbox()
                    .postgres()
                    .execute(
                            database(),
                            "CREATE OR REPLACE FUNCTION public.wait_at_the_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                                    + " PERFORM pg_advisory_xact_lock_shared(" + GATE + "); RETURN " + row + "; END $$",
                            "CREATE TRIGGER gate BEFORE " + event + " ON " + table
                                    + " FOR EACH ROW WHEN (" + condition()
                                    + ") EXECUTE FUNCTION public.wait_at_the_gate()");
        }

        private String condition() {
            return this == IN_THE_STORES_TRANSACTION
                    ? "OLD.tenant_id = '" + TENANT + "'"
                    : "NEW.resource_id = 'main.tickets' AND NEW.slices > OLD.slices";
        }
    }

    private final Map<String, Process> started = new TreeMap<>();

    @AfterEach
    void nobody_stays_stopped_and_the_gate_goes() throws SQLException {
        started.values().forEach(Process::destroyForcibly);
        SharedServers.postgres()
                .execute(
                        "saas",
                        "DROP TRIGGER IF EXISTS gate ON public.tickets",
                        "DROP FUNCTION IF EXISTS public.wait_at_the_gate()");
    }

    @ParameterizedTest
    @EnumSource
    void continued_it_changes_no_row_and_touches_nothing_of_the_tenant_that_was_re_opened(Place place)
            throws Exception {
        World world = shortLeases(World.fresh(folder));
        String job = world.submit(TENANT, 1);
        Digests before = world.digests();
        Process frozen;
        try (Connection gate = world.sandbox().postgres().connect(place.database());
                Statement lock = gate.createStatement()) {
            lock.execute("SELECT pg_advisory_lock(" + GATE + ")");
            place.close(world);
            frozen = world.start(folder.resolve("frozen.log"), "run", "--run-id", "frozen");
            started.put("frozen", frozen);
            await().atMost(LIMIT).until(() -> somebodyWaitsAtTheGate(world));
            signal(frozen, "STOP");
        }
        await().atMost(LIMIT).until(() -> leaseIsOver(world, job));

        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() ->
                        world.expunge("run").exit() == 0 && world.state(job).equals("AWAITING_VERIFICATION"));
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");
        assertThat(reopen(world)).isEqualTo("2");
        openAgain(world);
        Digests reopened = world.digests();
        Map<String, List<String>> control = controlRows(world);

        signal(frozen, "CONT");
        assertThat(frozen.waitFor(LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS))
                .as(Files.readString(folder.resolve("frozen.log")))
                .isTrue();

        assertThat(controlRows(world)).isEqualTo(control);
        assertThat(world.digests()).isEqualTo(reopened);
        before.byTenant().keySet().stream()
                .filter(tenant -> !tenant.equals(TENANT))
                .forEach(tenant -> assertThat(reopened.of(tenant)).isEqualTo(before.of(tenant)));
        assertThat(Files.readString(folder.resolve("frozen.log"))).contains("run frozen:");
    }

    @Test
    void where_only_the_lease_fences_the_tenant_stays_closed_until_the_stopped_process_has_ended() throws Exception {
        World world = shortLeases(World.fresh(folder))
                .with("catalog/cache.yaml", "t:{tenant}:g{generation}:*", "t:{tenant}:*")
                .with("catalog/cache.yaml", "fence: name", "fence: lease")
                .with("catalog/cache.yaml", "slice-items: 500", "slice-items: 5");
        String job = world.submit(TENANT, 1);
        Process frozen = world.start(folder.resolve("frozen.log"), "run", "--run-id", "frozen");
        started.put("frozen", frozen);
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(frozen.isAlive())
                    .as(Files.readString(folder.resolve("frozen.log")))
                    .isTrue();
            return keySlices(world, job) >= 3;
        });
        signal(frozen, "STOP");
        assertThat(world.tasks(job)).as("stopped in the middle").containsEntry("cache.keys", "RUNNING");
        await().atMost(LIMIT).until(() -> leaseIsOver(world, job));
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() ->
                        world.expunge("run").exit() == 0 && world.state(job).equals("AWAITING_VERIFICATION"));
        assertThat(world.expunge("verify", "--wait").exit()).isZero();
        assertThat(world.state(job)).isEqualTo("VERIFIED");

        world.expunge("run");
        assertThat(reopen(world)).as("while it is stopped").isEqualTo("ERASURE_OPEN");
        Map<String, List<String>> control = controlRows(world);
        signal(frozen, "CONT");
        assertThat(frozen.waitFor(LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS))
                .isTrue();
        assertThat(controlRows(world)).isEqualTo(control);
        assertThat(reopen(world)).as("before a run has seen that it ended").isEqualTo("ERASURE_OPEN");

        world.expunge("run");
        assertThat(reopen(world)).isEqualTo("2");
    }

    private static World shortLeases(World world) {
        // The control database lets go of what a stopped process has locked after 2 minutes; here after 3 seconds.
        world.environment()
                .computeIfPresent(
                        "EXPUNGE_CONTROL_URL",
                        (name, url) -> url + (url.contains("?") ? "&" : "?")
                                + "options=-c%20idle_in_transaction_session_timeout%3D3000");
        return world.with("erasure.yaml", "lease: 30s", "lease: 5s")
                .with("erasure.yaml", "heartbeat: 10s", "heartbeat: 1s")
                .with("erasure.yaml", "slice-deadline: 60s", "slice-deadline: 5s")
                .with("erasure.yaml", "initial-delay: 1m", "initial-delay: 1s")
                .with("catalog/main.yaml", "slice-items: 2000", "slice-items: 50");
    }

    private static boolean somebodyWaitsAtTheGate(World world) {
        return world.control()
                        .sql(
                                "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = :gate AND NOT granted")
                        .param("gate", GATE)
                        .query(Long.class)
                        .single()
                > 0;
    }

    private static boolean leaseIsOver(World world, String job) {
        return world.control()
                .sql("SELECT lease_until < clock_timestamp() FROM expunge.deletion_job WHERE id = :job")
                .param("job", job)
                .query(Boolean.class)
                .single();
    }

    private static long keySlices(World world, String job) {
        return world.control()
                .sql("SELECT COALESCE(SUM(slices), 0) FROM expunge.deletion_task"
                        + " WHERE job_id = :job AND resource_id = 'cache.keys'")
                .param("job", job)
                .query(Long.class)
                .single();
    }

    /** The new generation, or why not. */
    private static String reopen(World world) {
        return world.saas()
                .sql("SELECT COALESCE(generation::text, refusal) FROM expunge_intake.reopen(:tenant)")
                .param("tenant", TENANT)
                .query(String.class)
                .single();
    }

    /** Data of the new generation in every store. */
    private static void openAgain(World world) {
        world.saas()
                .sql("INSERT INTO public.accounts SELECT id + 930000000, :tenant, 2, name, billing_email, country,"
                        + " created_at FROM public.accounts WHERE tenant_id = 'hooli'")
                .param("tenant", TENANT)
                .update();
        try (RedisClient client = RedisClient.create(world.stores().redis());
                StatefulRedisConnection<String, String> redis = client.connect()) {
            redis.sync().set("t:" + TENANT + ":g2:session:1", "new");
        }
        try (var s3 = world.stores().objects().client()) {
            s3.putObject(
                    request -> request.bucket(world.stores().objects().bucket())
                            .key("tenants/" + TENANT + "/g2/attachments/new.txt"),
                    software.amazon.awssdk.core.sync.RequestBody.fromString("new"));
        }
        world.search()
                .send(
                        "PUT",
                        "/tickets/_doc/" + TENANT + "-new",
                        "{\"tenant\":\"" + TENANT + "\",\"generation\":2,\"subject\":\"new\"}");
    }

    private static Map<String, List<String>> controlRows(World world) {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String table : CONTROL_TABLES) {
            rows.put(
                    table,
                    world.control()
                            .sql("SELECT row_to_json(t)::text FROM expunge." + table + " t ORDER BY 1")
                            .query(String.class)
                            .list());
        }
        return rows;
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        assertThat(process.isAlive()).as("it was to be alive").isTrue();
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}
