package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Caps;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deadletter.JdbcDeadLetters;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.Holds;
import io.expunge.deletion.JobState;
import io.expunge.deletion.TaskState;
import io.expunge.health.BreakerSettings;
import io.expunge.health.JdbcStoreHealth;
import io.expunge.health.Pace;
import io.expunge.health.StoreOutages;
import io.expunge.notify.Announcements;
import io.expunge.notify.JdbcOutbox;
import io.expunge.plan.Approvals;
import io.expunge.plan.CountedPlan;
import io.expunge.plan.JdbcApprovals;
import io.expunge.plan.JdbcRunPartitions;
import io.expunge.plan.RunPartition;
import io.expunge.plan.SealPlan;
import io.expunge.plan.TaskCount;
import io.expunge.policy.JdbcExceptions;
import io.expunge.policy.JdbcOrders;
import io.expunge.store.Slice;
import io.expunge.store.StoreAccess;
import io.expunge.store.Stores;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** I12, over one table and a job that may lose 100 items: above a cap nothing is deleted before another has approved it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeepingToCapsTest {

    private static final Clock CLOCK = Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC);
    private static final Catalog CATALOG = oneTable();

    private final ControlDatabase control = ControlDatabases.h2();
    private final GivenJobs given = new GivenJobs(control);
    private final OneTable table = new OneTable();
    private final Stores stores = new Stores(List.of(table), store -> new StoreAccess("", "", ""));
    private final Approvals approvals = new JdbcApprovals(control.client(Role.ERASER), CLOCK);
    private DeletionJob job;

    @BeforeEach
    void a_sealed_plan() {
        DeletionJob running = given.running("acme", "run-1");
        SealPlan.Plan plan = new SealPlan().of(running, CATALOG);
        given.transactionally(() -> given.tasks().plan(given.lease(running), plan.tasks(), GivenJobs.NOW));
        job = given.transactionally(
                () -> given.jobs().sealed(running, given.lease(running), plan.hash(), GivenJobs.NOW));
    }

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void up_to_the_cap_a_job_goes_on_and_what_was_counted_is_its_baseline() {
        table.holds(100);

        gate();

        assertThat(now().state()).isEqualTo(JobState.RUNNING);
        assertThat(task().baseline()).contains(100L);
    }

    @Test
    void above_the_cap_a_job_is_blocked_before_any_slice() {
        table.holds(101);

        gate();

        assertThat(now().state()).isEqualTo(JobState.BLOCKED);
        assertThat(now().blockReason()).contains(BlockReason.CAP);
        assertThat(task().state()).isEqualTo(TaskState.PENDING);
    }

    @Test
    void what_another_person_approved_goes_on_within_the_tolerance_and_no_further() {
        approved(200);

        table.holds(220);
        gate();
        assertThat(now().state()).isEqualTo(JobState.RUNNING);

        table.holds(221);
        gate();
        assertThat(now().blockReason()).contains(BlockReason.CAP);
    }

    @Test
    void an_approval_of_another_plan_counts_for_nothing() {
        approved("sha256:another", 200);
        table.holds(200);

        gate();

        assertThat(now().blockReason()).contains(BlockReason.CAP);
    }

    @Test
    void what_its_store_could_not_say_in_time_is_counted_before_the_first_slice_and_held_to_the_cap_then() {
        table.isOut();
        gate();
        assertThat(now().state()).isEqualTo(JobState.RUNNING);

        table.holds(101);
        slice();

        assertThat(table.slicesErased()).isZero();
        assertThat(task().state()).isEqualTo(TaskState.BLOCKED);
        assertThat(task().blockReason()).contains(BlockReason.CAP);
        assertThat(task().lastError()).contains(new ErrorNote("main", "CAP", "job 101, cap 100"));
    }

    @Test
    void within_the_cap_the_first_slice_is_sent() {
        table.isOut();
        gate();

        table.holds(100);
        slice();

        assertThat(table.slicesErased()).isEqualTo(1);
        assertThat(task().state()).isEqualTo(TaskState.ERASED);
    }

    private void gate() {
        HeldLeases leases = leases();
        JobSteps steps = new JobSteps(
                given.jobs(),
                leases,
                hash -> CATALOG,
                new JdbcAuditTrail(control.client(Role.ERASER), CLOCK),
                new Announcements(
                        new JdbcOutbox(control.client(Role.ERASER), List.of()),
                        given.tasks(),
                        hash -> CATALOG,
                        id -> Optional.empty(),
                        1),
                control.newTransaction(Role.ERASER),
                ErasureSettings.defaults(),
                CLOCK);
        new CapGate(steps, given.tasks(), approvals, new JdbcOrders(control.client(Role.ERASER)), stores)
                .check("run-1");
    }

    private void slice() {
        JdbcRunPartitions partitions = new JdbcRunPartitions(control.client(Role.ERASER));
        partitions.write(List.of(new RunPartition(
                ErasureJob.NAME, "run-1", "PRIMARY", "one", job.id(), 1, "postgresql", List.of(task().id()), 0)));
        HeldLeases leases = leases();
        StoreOutages outages = new StoreOutages(
                new JdbcStoreHealth(control.client(Role.ERASER), leases.owner()),
                stores,
                new JdbcAuditTrail(control.client(Role.ERASER), CLOCK),
                control.newTransaction(Role.ERASER),
                BreakerSettings.defaults(),
                CLOCK);
        PartitionPorts ports = new PartitionPorts(
                given.jobs(),
                given.tasks(),
                new JdbcDeadLetters(
                        control.client(Role.ERASER), given.jobs(), new JdbcExceptions(control.client(Role.ERASER))),
                new JdbcExceptions(control.client(Role.ERASER)),
                partitions,
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
                        control.newTransaction(Role.ERASER)),
                new CapGuard(given.tasks(), approvals, control.newTransaction(Role.ERASER)),
                outages,
                new Pace(),
                hash -> CATALOG,
                control.newTransaction(Role.ERASER),
                ErasureSettings.defaults(),
                CLOCK);
        PartitionWork work = new PartitionWork(ports, "run-1", "PRIMARY", "one");
        work.open(new ExecutionContext());
        Slice slice = Objects.requireNonNull(work.read());
        control.transaction(Role.ERASER)
                .executeWithoutResult(status -> new SliceWriter(ports, work).write(Chunk.of(slice)));
    }

    private HeldLeases leases() {
        HeldLeases leases = new HeldLeases(given.lease(job).owner());
        leases.add(given.lease(job));
        return leases;
    }

    private void approved(long items) {
        approved(job.planHash().orElseThrow(), items);
    }

    /** As on PostgreSQL a function writes it. */
    private void approved(String planHash, long items) {
        approvals.request(new CountedPlan(
                job.id(),
                1,
                GivenJobs.CATALOG,
                planHash,
                List.of(new TaskCount("main.users", "primary", Optional.of(items)))));
        control.client(Role.OWNER).sql("""
                        INSERT INTO expunge.approval (request_id, approver, person, reason_code, approved_at)
                        SELECT id, 'ben', 'Ben', 'SIZE_IS_RIGHT', CURRENT_TIMESTAMP
                        FROM expunge.approval_request
                        """).update();
    }

    private DeletionJob now() {
        return given.find(job.id());
    }

    private DeletionTask task() {
        return given.tasks().ofJob(job.id()).get(0);
    }

    private static Catalog oneTable() {
        Catalog sample = CatalogReader.read(Path.of("jobs", "catalog"));
        return new Catalog(
                sample.policyVersion(),
                sample.grace(),
                sample.target(),
                sample.onReopen(),
                sample.controlTenant(),
                sample.protectedTenants(),
                sample.registry(),
                sample.stores(),
                sample.notTenantData(),
                new Caps(Optional.of(100L), 10),
                List.of(),
                List.of(sample.resource("main.users")));
    }
}
