package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.CatalogReader;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ControlDatabase;
import io.expunge.deletion.ControlDatabase.Role;
import io.expunge.deletion.ControlDatabases;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.GivenJobs;
import io.expunge.deletion.HeldLeases;
import io.expunge.deletion.Holds;
import io.expunge.execution.RunParameters;
import io.expunge.health.BreakerSettings;
import io.expunge.health.JdbcStoreHealth;
import io.expunge.health.StoreOutages;
import io.expunge.notify.Announcements;
import io.expunge.notify.JdbcOutbox;
import io.expunge.policy.JdbcOrders;
import io.expunge.policy.Orders;
import io.expunge.store.StoreAccess;
import io.expunge.store.Stores;
import io.expunge.tenant.TenantReference;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.scope.context.StepContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.StepExecution;

/** What is refused before any store is asked; with stores, it is tried by the acceptance tests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FreezeTenantsTest {

    private static final Clock CLOCK = Clock.fixed(GivenJobs.NOW, ZoneOffset.UTC);
    private static final Catalog CATALOG = CatalogReader.read(Path.of("jobs", "catalog"));

    private static final TenantReference UNDER_ANOTHER_KEY = new TenantReference("key-2", "b".repeat(64));

    private final ControlDatabase control = ControlDatabases.h2();
    private final GivenJobs given = new GivenJobs(control);
    private final List<String> storesEntered = new ArrayList<>();

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void I12_a_protected_tenants_job_is_blocked_however_it_came_to_run() {
        DeletionJob job = given.running(CATALOG.controlTenant().value(), "run-1");

        freeze(job);

        assertThat(given.find(job.id()).blockReason()).contains(BlockReason.PROTECTED);
        assertThat(storesEntered).isEmpty();
    }

    @Test
    void I11_a_held_tenants_job_is_blocked() {
        DeletionJob job = given.running("acme", "run-1");

        hold(job.reference());
        freeze(job);

        assertThat(given.find(job.id()).blockReason()).contains(BlockReason.HELD);
        assertThat(storesEntered).isEmpty();
    }

    @Test
    void I11_a_hold_that_was_placed_under_another_key_binds_as_well() {
        DeletionJob job = given.running("acme", "run-1");

        hold(UNDER_ANOTHER_KEY);
        freeze(job);

        assertThat(given.find(job.id()).blockReason()).contains(BlockReason.HELD);
        assertThat(storesEntered).isEmpty();
    }

    private void hold(TenantReference tenant) {
        control.client(Role.OWNER)
                .sql("""
                        INSERT INTO expunge.legal_hold
                            (reference_key, tenant_ref, action, reason_code, actor, recorded_at)
                        VALUES (:key, :reference, 'PLACED', 'LITIGATION', 'counsel', CURRENT_TIMESTAMP)
                        """)
                .param("key", tenant.keyName())
                .param("reference", tenant.value())
                .update();
    }

    private void freeze(DeletionJob job) {
        HeldLeases leases = new HeldLeases(given.lease(job).owner());
        leases.add(given.lease(job));
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
        StepExecution step = new StepExecution(
                1,
                "freezeTenants",
                new JobExecution(
                        1,
                        new JobInstance(1, "erasure"),
                        new RunParameters("run-1", Optional.empty()).toJobParameters()));
        Stores stores = new Stores(List.of(), this::entered);
        StoreOutages outages = new StoreOutages(
                new JdbcStoreHealth(control.client(Role.ERASER), leases.owner()),
                stores,
                new JdbcAuditTrail(control.client(Role.ERASER), CLOCK),
                control.newTransaction(Role.ERASER),
                BreakerSettings.defaults(),
                CLOCK);
        Orders orders = new JdbcOrders(control.client(Role.ERASER));
        Holds holds = new Holds(orders, tenant -> List.of(UNDER_ANOTHER_KEY));
        new FreezeTenants(steps, stores, orders, holds, outages, held -> {})
                .execute(new StepContribution(step), new ChunkContext(new StepContext(step)));
    }

    private StoreAccess entered(String store) {
        storesEntered.add(store);
        throw new IllegalStateException("no store is to be entered");
    }
}
