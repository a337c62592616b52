package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.expunge.sandbox.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I5, I6: the shipped jar, killed with {@code kill -9} at each point of a deletion job's life. Every process takes up what the
 * one before it left, and is killed at the next point; the job ends VERIFIED, and nobody else is touched.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KillHarnessIT {

    private static final List<String> LIVES = List.of("hooli", "initech", "globex");
    /** Fewer for whoever looks for something. */
    private static final int LIVED = Integer.getInteger("kills.lives", LIVES.size());

    private static final int ENOUGH = 20;
    private static final int KILLED = 128 + 9;
    private static final long LOCK = 4_711;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder = Path.of("");

    private final Map<KillPoint, Integer> kills = new EnumMap<>(KillPoint.class);

    @Test
    void killed_at_every_point_of_its_life_a_job_ends_verified() throws Exception {
        World world = World.fresh(folder).with("catalog/main.yaml", "slice-items: 2000", "slice-items: 20");
        Digests before = world.digests();

        for (int life = 0; life < LIVED; life++) {
            String job = world.submit(LIVES.get(life), 1);
            for (KillPoint point : KillPoint.values()) {
                if (point == KillPoint.OBSERVE) {
                    Answer run = world.expunge("run");
                    assertThat(run.exit()).as(run.out() + run.err()).isZero();
                }
                kill(world, point, life);
            }
            Answer verify = world.expunge("verify", "--wait");
            assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
            assertThat(world.state(job)).isEqualTo("VERIFIED");
        }

        Digests after = world.digests();
        assertThat(LIVES.subList(0, LIVED))
                .allSatisfy(tenant ->
                        assertThat(after.of(tenant).items()).as(tenant).isZero());
        Set<String> others = new HashSet<>(before.byTenant().keySet());
        others.removeAll(LIVES.subList(0, LIVED));
        assertThat(others).allSatisfy(tenant -> assertThat(after.of(tenant)).isEqualTo(before.of(tenant)));
        ControlTables.assertSettled(world.control());
        report();
        assertThat(kills.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThanOrEqualTo(ENOUGH);
    }

    /** Starts a process, waits until it stands at the point, and kills it there. */
    private void kill(World world, KillPoint point, int life) throws Exception {
        Path log = folder.resolve(life + "-" + point + ".log");
        try (Connection holder = world.controlConnection();
                Statement statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
            statement.execute(point.trigger(life, LOCK));
            Process process =
                    point.command().equals("run") ? world.start(log, "run") : world.start(log, "verify", "--wait");
            await().atMost(LIMIT)
                    .failFast(() -> assertThat(process.isAlive())
                            .as(() -> "ended before " + point + ": " + read(log))
                            .isTrue())
                    .until(() -> waiting(world) > 0);

            process.destroyForcibly().waitFor();

            assertThat(process.exitValue())
                    .as(() -> "killed, not ended: " + read(log))
                    .isEqualTo(KILLED);
            statement.execute("SELECT pg_advisory_unlock(" + LOCK + ")");
            await().atMost(LIMIT).until(() -> connected(world) == 0);
            statement.execute(point.dropTrigger());
        }
        kills.merge(point, 1, Integer::sum);
    }

    private static long waiting(World world) {
        return world.control()
                .sql("SELECT COUNT(*) FROM pg_stat_activity"
                        + " WHERE wait_event = 'advisory' AND application_name = 'expunge'")
                .query(Long.class)
                .single();
    }

    /** A server notices only when it answers that whom it works for is dead. */
    private static long connected(World world) {
        return world.control()
                .sql("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'expunge'")
                .query(Long.class)
                .single();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException gone) {
            return "no log";
        }
    }

    private void report() throws IOException {
        StringBuilder table = new StringBuilder("| killed at | kills of a living process | outcome |\n|---|---|---|\n");
        for (KillPoint point : KillPoint.values()) {
            table.append("| ")
                    .append(point.title())
                    .append(" | ")
                    .append(kills.getOrDefault(point, 0))
                    .append(" | converged |\n");
        }
        Files.writeString(Path.of("target/kill-matrix.md"), table);
    }
}
