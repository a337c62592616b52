package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.expunge.catalog.ResourceType;
import io.expunge.faults.Fault;
import io.expunge.faults.FaultMatrix;
import io.expunge.faults.FaultPlan;
import io.expunge.faults.FaultPoint;
import io.expunge.faults.FaultProxy;
import io.expunge.faults.FaultyWiring;
import io.expunge.sandbox.Digests;
import io.expunge.sandbox.Digests.TenantDigest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LoggingSystem;

/**
 * I2, I3, I5, I6: whatever fails, wherever, the deletion job ends VERIFIED after some more runs, the tenant is gone, and nobody
 * else is touched. Each life of a deletion job meets one fault; those in which it did not fire don't count.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FaultMatrixIT {

    private static final int SEEDS = Integer.getInteger("faults.seeds", 9);
    /** Faults that end an execution are met one a run, so they take longer. */
    private static final int SEEDS_OF_WHOLE_RUN = Integer.getInteger("faults.seeds.whole-run", 4);

    private static final int ENOUGH_PER_CELL = 3;
    private static final int ENOUGH = 500;
    private static final int RUNS_AT_MOST = 80;

    @TempDir
    static Path folder = Path.of("");

    private static final Map<ResourceType, FaultProxy> WIRES = new EnumMap<>(ResourceType.class);
    private static final FaultMatrix MATRIX = new FaultMatrix();

    @SuppressWarnings("NullAway.Init")
    private static World world;

    private static SortedMap<String, TenantDigest> neighbours = new TreeMap<>();
    private static int runs;

    @BeforeAll
    static void stores_behind_proxies() {
        // As the command line does: else each command sets logging up anew, and every fault is logged with its trace.
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
        logAt(Level.OFF);
        world = World.fresh(folder).withJobs(Path.of("src/test/resources/faults"));
        putBetween(ResourceType.POSTGRESQL, "MAIN", world.sandbox().postgres().port());
        putBetween(ResourceType.S3, "OBJECTS", world.sandbox().objects().port());
        putBetween(ResourceType.OPENSEARCH, "SEARCH", world.sandbox().search().port());
        putBetween(ResourceType.REDIS, "CACHE", world.sandbox().redis().port());
        neighbours = world.digests().byTenant();
    }

    private static void putBetween(ResourceType type, String store, int port) {
        FaultProxy proxy = new FaultProxy(type, port);
        WIRES.put(type, proxy);
        world.environment()
                .computeIfPresent(
                        "EXPUNGE_STORE_" + store + "_URL", (name, url) -> url.replace(":" + port, ":" + proxy.port()));
    }

    private static void logAt(Level level) {
        for (String name : List.of(Logger.ROOT_LOGGER_NAME, "io.expunge")) {
            ((Logger) LoggerFactory.getLogger(name)).setLevel(level);
        }
    }

    @AfterAll
    static void close() {
        System.clearProperty(LoggingSystem.SYSTEM_PROPERTY);
        logAt(Level.INFO);
        WIRES.values().forEach(FaultProxy::close);
    }

    @Test
    void every_fault_at_every_point_and_every_kind_of_store_converges() {
        long start = System.nanoTime();
        for (int seed = 0; seed < SEEDS; seed++) {
            live(seed, false);
        }
        for (int seed = 0; seed < SEEDS_OF_WHOLE_RUN; seed++) {
            live(seed, true);
        }
        long seconds = (System.nanoTime() - start) / 1_000_000_000;

        MATRIX.write(
                Path.of("target/fault-matrix.md"),
                "%d lives of deletion jobs met their fault and converged, in %d runs and %d seconds."
                        .formatted(MATRIX.lives(), runs, seconds));
        assertThat(MATRIX.thinnerThan(ENOUGH_PER_CELL)).isEmpty();
        assertThat(MATRIX.lives()).isGreaterThanOrEqualTo(ENOUGH);
    }

    /** One life for each point and kind of store. */
    private static void live(int seed, boolean ofWholeRun) {
        List<Fault> faults = new ArrayList<>();
        Map<String, Set<ResourceType>> tenants = new LinkedHashMap<>();
        for (FaultPoint point : FaultPoint.values()) {
            for (ResourceType type : FaultMatrix.TYPES) {
                if (point.isOfWholeRun() == ofWholeRun) {
                    String tenant = "f%02dn%03dx".formatted(seed + (ofWholeRun ? 50 : 0), faults.size());
                    faults.add(new Fault(point, type, seed, tenant));
                    tenants.put(tenant, ofWholeRun ? Set.of(type) : Set.copyOf(FaultMatrix.TYPES));
                }
            }
        }
        new TinyTenants(world).add(tenants);
        FaultPlan plan = new FaultPlan(faults);
        Map<String, String> jobs = TinyTenants.submit(world, tenants.keySet());
        faults.forEach(fault -> plan.submitted(fault, Objects.requireNonNull(jobs.get(fault.tenant()))));
        world.wire(new FaultyWiring(plan, WIRES));

        List<String> said = untilVerified(jobs.values());

        Digests after = world.digests();
        Set<String> verified = verified();
        for (Fault fault : faults) {
            assertThat(verified)
                    .as(() -> fault + "\n" + String.join("\n", said))
                    .contains(plan.jobOf(fault));
            assertThat(after.of(fault.tenant()).items()).as(fault.toString()).isZero();
            MATRIX.converged(fault);
        }
        SortedMap<String, TenantDigest> others = new TreeMap<>(after.byTenant());
        others.keySet().retainAll(neighbours.keySet());
        assertThat(others).isEqualTo(neighbours);
        ControlTables.assertSettled(world.control());
    }

    /** Runs and looks until nothing is left to do; answers what the commands said. */
    private static List<String> untilVerified(Collection<String> jobs) {
        List<String> said = new ArrayList<>();
        for (int attempt = 0; attempt < RUNS_AT_MOST; attempt++) {
            for (String command : List.of("run", "verify")) {
                Answer answer = world.expunge(command);
                said.add(answer.lastLine() + answer.err());
                runs++;
            }
            if (verified().containsAll(jobs)) {
                break;
            }
        }
        return said;
    }

    private static Set<String> verified() {
        return world.control()
                .sql("SELECT id FROM expunge.deletion_job WHERE state = 'VERIFIED'")
                .query(String.class)
                .set();
    }
}
