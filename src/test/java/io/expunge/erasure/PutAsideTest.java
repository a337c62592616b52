package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deadletter.JdbcDeadLetters;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.Holds;
import io.expunge.deletion.NewTask;
import io.expunge.deletion.TaskState;
import io.expunge.execution.Transactions;
import io.expunge.health.BreakerSettings;
import io.expunge.health.JdbcStoreHealth;
import io.expunge.health.Pace;
import io.expunge.health.StoreOutages;
import io.expunge.plan.JdbcApprovals;
import io.expunge.plan.JdbcRunPartitions;
import io.expunge.plan.RunPartition;
import io.expunge.policy.JdbcExceptions;
import io.expunge.policy.JdbcOrders;
import io.expunge.store.Refusal;
import io.expunge.store.Slice;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** I9: three tenants of one pass over a cache, and one of them makes the eraser do what nobody foresaw. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PutAsideTest {

    private static final int MORE_THAN_ENOUGH = 50;
    private static final Clock CLOCK = Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC);
    private static final Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));

    private final ControlDatabase control = ControlDatabases.h2();
    private final GivenJobs given = new GivenJobs(control);
    private final OddStores odd = new OddStores();

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void the_others_are_erased_and_it_waits_with_the_exceptions_name() {
        List<DeletionJob> jobs = jobs("acme", "globex", "hooli");
        odd.throwsAt("globex", () -> new IllegalStateException("about globex"));

        erase(jobs);

        assertThat(task(jobs.get(0)).state()).isEqualTo(TaskState.ALREADY_ABSENT);
        assertThat(task(jobs.get(2)).state()).isEqualTo(TaskState.ALREADY_ABSENT);
        assertThat(task(jobs.get(1)).state()).isEqualTo(TaskState.WAITING_RETRY);
        assertThat(task(jobs.get(1)).lastError()).hasValueSatisfying(note -> {
            assertThat(note.errorClass()).isEqualTo("FAULT");
            assertThat(note.code()).isEqualTo("IllegalStateException");
        });
    }

    @Test
    void a_refusal_met_where_no_value_can_say_so_is_left_to_a_person_at_once() {
        List<DeletionJob> jobs = jobs("acme");
        odd.throwsAt("acme", () -> new StoreException.Refused("cache", Refusal.DENIED, "NOPERM"));

        erase(jobs);

        assertThat(task(jobs.get(0)).blockReason()).contains(BlockReason.DENIED);
    }

    @Test
    void a_store_that_is_known_to_be_out_is_not_asked_and_no_budget_is_spent() {
        List<DeletionJob> jobs = jobs("acme", "globex");
        odd.throwsAt("acme", () -> new StoreException.Unavailable("cache", "CONNECT"));
        odd.isOut();
        StoreOutages outages = outages();
        for (int call = 0; call < BreakerSettings.defaults().failures(); call++) {
            outages.failed(new StoreException.Unavailable("cache", "CONNECT"));
        }

        erase(jobs, outages);

        assertThat(odd.erased()).isZero();
        assertThat(jobs).allSatisfy(job -> {
            assertThat(task(job).state()).isEqualTo(TaskState.WAITING_RETRY);
            assertThat(task(job).lastError().orElseThrow().code()).isEqualTo(StoreOutages.NOT_ASKED);
        });
        assertThat(control.client(Role.ERASER)
                        .sql("SELECT SUM(spent_retries + spent_throttles) FROM expunge.deletion_task")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private void erase(List<DeletionJob> jobs) {
        erase(jobs, outages());
    }

    /** As the framework would: a slice at a time, in a transaction; what failed is skipped and noted. */
    private void erase(List<DeletionJob> jobs, StoreOutages outages) {
        PartitionPorts ports = ports(jobs, outages);
        PartitionWork work = new PartitionWork(ports, "run-1", "DERIVED", "bucket-0000:redis");
        SliceWriter writer = new SliceWriter(ports, work);
        FailureNotes notes = new FailureNotes(work);
        GoOnAfterFailure policy = new GoOnAfterFailure();
        work.open(new ExecutionContext());
        for (int slices = 0; slices < MORE_THAN_ENOUGH; slices++) {
            Slice slice = work.read();
            if (slice == null) {
                return;
            }
            try {
                control.transaction(Role.ERASER).executeWithoutResult(status -> writer.write(Chunk.of(slice)));
            } catch (RuntimeException failed) {
                assertThat(policy.shouldSkip(failed, slices)).isTrue();
                notes.onSkipInWrite(slice, failed);
            }
        }
        throw new AssertionError("the partition didn't come to an end");
    }

    private PartitionPorts ports(List<DeletionJob> jobs, StoreOutages outages) {
        HeldLeases leases = new HeldLeases(given.lease(jobs.get(0)).owner());
        jobs.forEach(job -> leases.add(given.lease(job)));
        JdbcTransactionManager transactions = new JdbcTransactionManager(control.as(Role.ERASER));
        Stores stores = stores();
        return new PartitionPorts(
                given.jobs(),
                given.tasks(),
                new JdbcDeadLetters(
                        control.client(Role.ERASER), given.jobs(), new JdbcExceptions(control.client(Role.ERASER))),
                new JdbcExceptions(control.client(Role.ERASER)),
                new JdbcRunPartitions(control.client(Role.ERASER)),
                leases,
                stores,
                new SliceGuards(
                        given.jobs(),
                        new JdbcOrders(control.client(Role.ERASER)),
                        new Holds(new JdbcOrders(control.client(Role.ERASER)), tenant -> List.of()),
                        stores,
                        leases,
                        ErasureSettings.defaults(),
                        outages,
                        Transactions.outside(transactions)),
                new CapGuard(
                        given.tasks(),
                        new JdbcApprovals(control.client(Role.ERASER), CLOCK),
                        Transactions.outside(transactions)),
                outages,
                new Pace(),
                hash -> CATALOG,
                Transactions.apart(transactions),
                ErasureSettings.defaults(),
                CLOCK);
    }

    private StoreOutages outages() {
        return new StoreOutages(
                new JdbcStoreHealth(control.client(Role.ERASER), "this"),
                stores(),
                new JdbcAuditTrail(control.client(Role.ERASER), CLOCK),
                control.newTransaction(Role.ERASER),
                BreakerSettings.defaults(),
                CLOCK);
    }

    private Stores stores() {
        return new Stores(odd.connectors(), name -> new StoreAccess("redis://here:6379", "", ""));
    }

    private List<DeletionJob> jobs(String... tenants) {
        List<DeletionJob> jobs =
                Stream.of(tenants).map(tenant -> given.running(tenant, "run-1")).toList();
        jobs.forEach(job -> given.transactionally(() -> {
            given.tasks().plan(given.lease(job), List.of(planned(job)), GivenJobs.NOW);
            new JdbcRunPartitions(control.client(Role.ERASER))
                    .write(List.of(new RunPartition(
                            ErasureJob.NAME,
                            "run-1",
                            "DERIVED",
                            "bucket-0000:redis",
                            job.id(),
                            1,
                            "redis",
                            List.of(job.id() + "-001"),
                            0)));
        }));
        return jobs;
    }

    private static NewTask planned(DeletionJob job) {
        return new NewTask(
                job.id() + "-001",
                "cache.keys",
                "primary",
                "cache",
                "redis",
                "DERIVED",
                1,
                true,
                "name",
                Duration.ZERO);
    }

    private DeletionTask task(DeletionJob job) {
        return Objects.requireNonNull(given.tasks().ofJob(job.id()).get(0));
    }
}
