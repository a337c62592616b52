package io.expunge.store;

import io.expunge.catalog.Catalog;
import java.util.List;
import java.util.Map;

/** Looks around in a store without touching anything. Thread-safe. */
public interface Surveyor extends AutoCloseable {

    /**
     * Who the store says it is: a system identifier, a run id.
     *
     * @throws StoreException if the store can't say
     */
    String identity();

    /**
     * Counts what there is of each target, by task id: the baseline, later items excluded.
     *
     * @throws StoreException if the store can't say
     */
    Map<String, Long> count(Scope scope, List<Target> targets);

    /**
     * What the store holds that looks like tenants' data and that neither the catalog nor a
     * {@link io.expunge.catalog.NotTenantData} declaration names (I10). The product's own schemas don't count.
     *
     * @throws StoreException if the store can't say
     */
    List<Uncatalogued> drift(Catalog catalog);

    @Override
    void close();
}
