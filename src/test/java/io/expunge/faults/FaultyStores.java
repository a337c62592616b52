package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreConnector;
import io.expunge.store.Surveyor;
import io.expunge.store.TenantRegistry;
import io.expunge.tenant.RegistryTable;
import java.util.Map;

/** An adapter whose ports fail where the plan says so. */
final class FaultyStores implements StoreConnector {

    private final StoreConnector real;
    private final FaultPlan plan;
    private final Map<ResourceType, FaultProxy> wires;

    FaultyStores(StoreConnector real, FaultPlan plan, Map<ResourceType, FaultProxy> wires) {
        this.real = real;
        this.plan = plan;
        this.wires = Map.copyOf(wires);
    }

    @Override
    public ResourceType type() {
        return real.type();
    }

    @Override
    public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
        return real.surveyor(store, access);
    }

    @Override
    public Eraser eraser(StoreDeclaration store, StoreAccess access) {
        return new FaultyEraser(real.eraser(store, access), type(), store.name(), plan, wires);
    }

    @Override
    public Probe probe(StoreDeclaration store, StoreAccess access) {
        return new FaultyProbe(real.probe(store, access), type(), plan);
    }

    @Override
    public TenantRegistry registry(StoreDeclaration store, StoreAccess access, RegistryTable table) {
        return new FaultyRegistry(real.registry(store, access, table), store.name(), plan);
    }
}
