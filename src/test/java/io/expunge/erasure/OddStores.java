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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A cache that serves many tenants in one pass and fails as no server can be made to; and a registry in which every tenant is
 * closed. Failures that a server can have are tried on servers.
 */
final class OddStores implements Eraser, Surveyor, TenantRegistry {

    private final Map<String, Supplier<RuntimeException>> failures = new HashMap<>();
    private final AtomicInteger erased = new AtomicInteger();
    private boolean out;

    void throwsAt(String tenant, Supplier<RuntimeException> failure) {
        failures.put(tenant, failure);
    }

    void isOut() {
        out = true;
    }

    /** How many slices it was sent. */
    int erased() {
        return erased.get();
    }

    List<StoreConnector> connectors() {
        return List.of(new Connector(ResourceType.REDIS), new Connector(ResourceType.POSTGRESQL));
    }

    @Override
    public boolean isPinnedStore() {
        return true;
    }

    @Override
    public SliceResult erase(Slice slice) {
        erased.incrementAndGet();
        for (Target target : slice.targets()) {
            Supplier<RuntimeException> failure =
                    failures.get(target.subject().tenant().value());
            if (failure != null) {
                throw failure.get();
            }
        }
        return new SliceResult(
                slice.targets().stream().collect(Collectors.toMap(Target::taskId, target -> new SliceOutcome.Absent())),
                Optional.empty(),
                false);
    }

    @Override
    public boolean grouped() {
        return true;
    }

    @Override
    public Position horizon() {
        return position();
    }

    @Override
    public Position position() {
        return new Position("here");
    }

    @Override
    public String identity() {
        if (out) {
            throw new StoreException.Unavailable("cache", "CONNECT");
        }
        return "me";
    }

    @Override
    public Map<String, Long> count(Scope scope, List<Target> targets) {
        return Map.of();
    }

    @Override
    public List<Uncatalogued> drift(Catalog catalog) {
        return List.of();
    }

    @Override
    public Map<TenantId, Entry> look(Collection<TenantId> tenants) {
        return tenants.stream().collect(Collectors.toMap(Function.identity(), tenant -> new Entry(1, true, Map.of())));
    }

    @Override
    public Map<TenantId, Entry> freeze(TenantId tenant, int generation) {
        return look(List.of(tenant));
    }

    @Override
    public void close() {
        // It holds nothing.
    }

    private final class Connector implements StoreConnector {

        private final ResourceType type;

        Connector(ResourceType type) {
            this.type = type;
        }

        @Override
        public ResourceType type() {
            return type;
        }

        @Override
        public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
            return OddStores.this;
        }

        @Override
        public Eraser eraser(StoreDeclaration store, StoreAccess access) {
            return OddStores.this;
        }

        @Override
        public Probe probe(StoreDeclaration store, StoreAccess access) {
            throw new UnsupportedOperationException("nothing is looked at here");
        }

        @Override
        public TenantRegistry registry(StoreDeclaration store, StoreAccess access, RegistryTable table) {
            return OddStores.this;
        }
    }
}
