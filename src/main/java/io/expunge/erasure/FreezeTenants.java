package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.OnReopen;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.Holds;
import io.expunge.execution.RunParameters;
import io.expunge.health.StoreOutages;
import io.expunge.policy.Orders;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import io.expunge.store.TenantRegistry;
import io.expunge.store.TenantRegistry.Entry;
import io.expunge.store.TenantRegistry.RegistryRefused;
import io.expunge.tenant.TenantId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.dao.DataAccessException;

/**
 * Second step: nothing is erased of a tenant that isn't closed at the generation asked for. A tenant that is still open at
 * just that generation is closed here, once; if it is open there again later, somebody wants it, and the job waits for a
 * person.
 */
final class FreezeTenants implements Tasklet {

    private final JobSteps steps;
    private final Stores stores;
    private final Orders orders;
    private final Holds holds;
    private final StoreOutages outages;
    private final Consumer<HeldJob> keepClosed;

    /** @param keepClosed keeps the application from re-opening the tenant, where nothing else fences its data */
    FreezeTenants(
            JobSteps steps,
            Stores stores,
            Orders orders,
            Holds holds,
            StoreOutages outages,
            Consumer<HeldJob> keepClosed) {
        this.steps = steps;
        this.stores = stores;
        this.orders = orders;
        this.holds = holds;
        this.outages = outages;
        this.keepClosed = keepClosed;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        steps.forEachHeld(RunParameters.of(contribution.getStepExecution()).runId(), this::freeze);
        return RepeatStatus.FINISHED;
    }

    private void freeze(HeldJob held) {
        Catalog catalog = held.catalog();
        String store = catalog.registry().store();
        if (catalog.isProtected(held.job().tenantId())) {
            // Whatever brought it here: a person may have resumed it.
            held.block(BlockReason.PROTECTED, Optional.empty(), Optional.empty());
            return;
        }
        if (holds.bind(held.job())) {
            held.block(BlockReason.HELD, Optional.empty(), Optional.empty());
            return;
        }
        if (orders.paused(store)) {
            held.waitForRetry(new ErrorNote(store, "PAUSED", "paused"));
            return;
        }
        if (outages.firstOut(catalog, Set.of(store)).isPresent()) {
            held.waitForRetry(new ErrorNote(store, "UNAVAILABLE", StoreOutages.NOT_ASKED));
            return;
        }
        // Before the registry is read: what is closed then stays so.
        if (!keptClosed(held)) {
            held.waitForRetry(new ErrorNote(store, "UNAVAILABLE", "intake"));
            return;
        }
        try {
            Optional<Entry> entry = entry(held.job(), stores.registry(catalog));
            outages.answered(store);
            Optional<BlockReason> blocked = judge(held.job(), catalog, entry);
            if (blocked.isPresent()) {
                held.block(blocked.get(), entry.map(Entry::generation), Optional.empty());
            } else {
                held.frozen(entry.orElseThrow().attributes());
            }
        } catch (StoreException.Refused refused) {
            held.block(
                    BlockReason.of(refused.refusal()),
                    Optional.empty(),
                    Optional.of(new ErrorNote(store, refused.errorClass(), refused.code())));
        } catch (StoreException failed) {
            outages.failed(failed);
            held.waitForRetry(new ErrorNote(store, failed.errorClass(), failed.code()));
        } catch (RegistryRefused refused) {
            held.block(
                    BlockReason.of(refused.refusal()),
                    Optional.empty(),
                    Optional.of(new ErrorNote(store, refused.refusal().name(), refused.code())));
        }
    }

    private boolean keptClosed(HeldJob held) {
        try {
            keepClosed.accept(held);
            return true;
        } catch (DataAccessException intakeIsOut) {
            return false;
        }
    }

    private static Optional<Entry> entry(DeletionJob job, TenantRegistry registry) {
        TenantId tenant = job.tenantId();
        return Optional.ofNullable(
                job.frozenAt().isEmpty()
                        ? registry.freeze(tenant, job.generation()).get(tenant)
                        : registry.look(List.of(tenant)).get(tenant));
    }

    private static Optional<BlockReason> judge(DeletionJob job, Catalog catalog, Optional<Entry> entry) {
        if (entry.isEmpty()) {
            return Optional.of(BlockReason.NOT_REGISTERED);
        }
        int registered = entry.get().generation();
        if (registered > job.generation()) {
            return catalog.onReopen() == OnReopen.ERASE_OLDER ? Optional.empty() : Optional.of(BlockReason.REOPENED);
        }
        if (registered < job.generation()) {
            return Optional.of(BlockReason.GENERATION_AHEAD);
        }
        return entry.get().closed() ? Optional.empty() : Optional.of(BlockReason.NOT_CLOSED);
    }
}
