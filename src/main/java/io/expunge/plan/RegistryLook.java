package io.expunge.plan;

import io.expunge.catalog.Catalog;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import io.expunge.store.TenantRegistry.Entry;
import io.expunge.store.TenantRegistry.RegistryRefused;
import io.expunge.tenant.TenantId;
import java.util.List;
import java.util.Optional;

/** A look at the tenant's registry row for somebody who reads; nothing is decided by it. */
record RegistryLook(boolean answered, Optional<Entry> entry) {

    static RegistryLook at(Stores stores, Catalog catalog, TenantId tenant) {
        try {
            return new RegistryLook(
                    true,
                    Optional.ofNullable(
                            stores.registry(catalog).look(List.of(tenant)).get(tenant)));
        } catch (StoreException | RegistryRefused unknown) {
            return new RegistryLook(false, Optional.empty());
        }
    }

    /** What it means for erasing that generation; empty if the tenant is closed at it. */
    Optional<String> warning(int generation) {
        if (!answered) {
            return Optional.of("the tenant registry didn't say whether the tenant is closed");
        }
        if (entry.isEmpty()) {
            return Optional.of("the registry doesn't know the tenant: the job will be blocked");
        }
        int registered = entry.get().generation();
        if (registered > generation) {
            return Optional.of("the tenant was re-opened at generation " + registered);
        }
        if (registered < generation) {
            return Optional.of("the registry is at generation " + registered + ", earlier than was asked for");
        }
        return entry.get().closed()
                ? Optional.empty()
                : Optional.of("the tenant is open; the next run closes it, if it is the job's first");
    }
}
