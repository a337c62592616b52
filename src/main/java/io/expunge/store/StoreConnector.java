package io.expunge.store;

import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.tenant.RegistryTable;

/**
 * Opens the ports of one kind of store. Opening asks the store nothing; the first call connects. Third parties add a store
 * by a connector of their own.
 */
public interface StoreConnector {

    ResourceType type();

    Surveyor surveyor(StoreDeclaration store, StoreAccess access);

    Eraser eraser(StoreDeclaration store, StoreAccess access);

    Probe probe(StoreDeclaration store, StoreAccess access);

    /**
     * Opens the tenant registry where this kind of store can hold one.
     *
     * @throws UnsupportedOperationException where it can't
     */
    default TenantRegistry registry(StoreDeclaration store, StoreAccess access, RegistryTable table) {
        throw new UnsupportedOperationException(
                "a " + type().label() + " store holds no tenant registry; name a postgresql store");
    }
}
