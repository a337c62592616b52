package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Position;
import io.expunge.store.Probe;
import io.expunge.store.Scope;
import io.expunge.store.Slice;
import io.expunge.store.SliceOutcome;
import io.expunge.store.SliceResult;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreConnector;
import io.expunge.store.StoreException;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.TenantRegistry;
import io.expunge.store.Uncatalogued;
import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store in memory that holds so many items of whatever tenant, all closed at generation 1; or that is out. */
final class OneTable implements StoreConnector {

    private long items;
    private boolean out;
    private int slicesErased;

    void holds(long held) {
        items = held;
        out = false;
    }

    void isOut() {
        out = true;
    }

    int slicesErased() {
        return slicesErased;
    }

    @Override
    public ResourceType type() {
        return ResourceType.POSTGRESQL;
    }

    @Override
    public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
        return new Surveyor() {
            @Override
            public String identity() {
                return "memory";
            }

            @Override
            public Map<String, Long> count(Scope scope, List<Target> targets) {
                if (out) {
                    throw new StoreException.Unavailable(store.name(), "08006");
                }
                Map<String, Long> counts = new HashMap<>();
                targets.forEach(target -> counts.put(target.taskId(), items));
                return counts;
            }

            @Override
            public List<Uncatalogued> drift(Catalog catalog) {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Eraser eraser(StoreDeclaration store, StoreAccess access) {
        return new Eraser() {
            @Override
            public boolean isPinnedStore() {
                return true;
            }

            @Override
            public boolean grouped() {
                return false;
            }

            @Override
            public Position horizon() {
                return new Position("memory/1");
            }

            @Override
            public SliceResult erase(Slice slice) {
                slicesErased++;
                Map<String, SliceOutcome> outcomes = new HashMap<>();
                slice.targets().forEach(target -> outcomes.put(target.taskId(), new SliceOutcome.Deleted(items)));
                return new SliceResult(outcomes, Optional.empty(), false);
            }

            @Override
            public Position position() {
                return new Position("memory/2");
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Probe probe(StoreDeclaration store, StoreAccess access) {
        throw new UnsupportedOperationException("nobody looks here");
    }

    @Override
    public TenantRegistry registry(StoreDeclaration store, StoreAccess access, RegistryTable registry) {
        return new TenantRegistry() {
            @Override
            public Map<TenantId, Entry> look(Collection<TenantId> tenants) {
                Map<TenantId, Entry> entries = new HashMap<>();
                tenants.forEach(tenant -> entries.put(tenant, new Entry(1, true, Map.of())));
                return entries;
            }

            @Override
            public Map<TenantId, Entry> freeze(TenantId tenant, int generation) {
                return look(List.of(tenant));
            }

            @Override
            public void close() {}
        };
    }
}
