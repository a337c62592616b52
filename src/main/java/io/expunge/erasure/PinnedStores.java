package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a store is the one that the catalog pins, asked once per run and before anything else of it. Erasers refuse another
 * store slice by slice as well: a store may be exchanged in mid-run.
 */
final class PinnedStores {

    private static final Logger LOG = LoggerFactory.getLogger(PinnedStores.class);

    private final Stores stores;
    private final Set<StoreDeclaration> recognised = ConcurrentHashMap.newKeySet();

    PinnedStores(Stores stores) {
        this.stores = stores;
    }

    /** What can't be asked now is left to the slice, which says in words of its own why not, and deletes nothing. */
    boolean isAnother(Catalog catalog, String store) {
        StoreDeclaration declaration = catalog.stores().get(store);
        if (declaration == null || declaration.identity().isEmpty() || recognised.contains(declaration)) {
            return false;
        }
        try {
            if (!stores.eraser(catalog, store).isPinnedStore()) {
                LOG.error("store {} is not the one that the catalog pins; nothing is erased there", store);
                return true;
            }
            recognised.add(declaration);
        } catch (StoreException notNow) {
            LOG.info("store {} did not say which it is: {}", store, notNow.code());
        }
        return false;
    }
}
