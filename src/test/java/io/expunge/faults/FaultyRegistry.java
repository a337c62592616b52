package io.expunge.faults;

import io.expunge.store.StoreException;
import io.expunge.store.TenantRegistry;
import io.expunge.tenant.TenantId;
import java.util.Collection;
import java.util.Map;

/** A registry that closes a tenant and doesn't get to say so. */
final class FaultyRegistry implements TenantRegistry {

    private final TenantRegistry real;
    private final String store;
    private final FaultPlan plan;

    FaultyRegistry(TenantRegistry real, String store, FaultPlan plan) {
        this.real = real;
        this.store = store;
        this.plan = plan;
    }

    @Override
    public Map<TenantId, Entry> look(Collection<TenantId> tenants) {
        return real.look(tenants);
    }

    @Override
    public Map<TenantId, Entry> freeze(TenantId tenant, int generation) {
        Map<TenantId, Entry> frozen = real.freeze(tenant, generation);
        plan.faults().stream()
                .filter(fault -> fault.point() == FaultPoint.FREEZE && fault.ruin() == Ruin.STORE_FAILS)
                .filter(fault -> fault.tenant().equals(tenant.value()))
                .filter(Fault::fire)
                .findFirst()
                .ifPresent(fault -> {
                    throw new StoreException.Ambiguous(store, "INJECTED");
                });
        return frozen;
    }

    @Override
    public void close() {
        real.close();
    }
}
