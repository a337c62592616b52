package io.expunge.catalog;

import java.util.List;

/**
 * The order in which resources are erased: wave by wave, rows before the rows that they point to, sources before what is
 * derived from them, and otherwise as the catalog declares them. The same catalog always gives the same order.
 */
public final class ErasureOrder {

    private final List<Resource> ordered;

    private ErasureOrder(List<Resource> ordered) {
        this.ordered = ordered;
    }

    /** @throws IllegalArgumentException if there is none, which {@link CatalogReader} refuses */
    public static ErasureOrder of(Catalog catalog) {
        return new ErasureOrder(new Precedence(catalog.resources()).inOrder());
    }

    /** Every resource. */
    public List<Resource> resources() {
        return ordered;
    }

    /** The resources of one store. */
    public List<Resource> inStore(String store) {
        return ordered.stream()
                .filter(resource -> resource.store().equals(store))
                .toList();
    }

    /** The resources of one store whose turn comes in that wave. */
    public List<Resource> inStore(String store, Wave wave) {
        return inStore(store).stream()
                .filter(resource -> resource.wave() == wave)
                .toList();
    }
}
