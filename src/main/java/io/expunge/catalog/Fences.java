package io.expunge.catalog;

import java.util.EnumSet;
import java.util.Set;

/** Which fences a layout can have. */
final class Fences {

    private Fences() {}

    /** What is meant where the catalog names none. */
    static FenceKind strongest(Ownership root) {
        if (root instanceof Ownership.KeyPattern keys && keys.hasGeneration()) {
            return FenceKind.NAME;
        }
        return root instanceof Ownership.TenantColumn rows
                        && rows.generationColumn().isPresent()
                ? FenceKind.PREDICATE
                : FenceKind.REGISTRY_LOCK;
    }

    /**
     * What may be claimed, strongest first. A lease is for stores that know no transactions.
     *
     * @param besideRegistry whether the items lie in the registry's store, so that its row can be locked in the deleting
     *     transaction
     */
    static Set<FenceKind> possible(Ownership root, boolean besideRegistry) {
        Set<FenceKind> possible = EnumSet.noneOf(FenceKind.class);
        FenceKind strongest = strongest(root);
        if (strongest != FenceKind.REGISTRY_LOCK) {
            possible.add(strongest);
        }
        if (root instanceof Ownership.KeyPattern) {
            possible.add(FenceKind.LEASE);
        } else if (besideRegistry) {
            possible.add(FenceKind.REGISTRY_LOCK);
        }
        return possible;
    }
}
