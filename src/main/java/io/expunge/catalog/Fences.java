package io.expunge.catalog;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Which fences a layout can have. */
final class Fences {

    private Fences() {}

    /** What is meant where the catalog names none. */
    static FenceKind strongest(Ownership root) {
        if (root instanceof Ownership.Named names && names.hasGeneration()) {
            return FenceKind.NAME;
        }
        if (root instanceof Ownership.ObjectPrefix) {
            return FenceKind.LISTED_VERSION;
        }
        return generation(root).isPresent() ? FenceKind.PREDICATE : FenceKind.REGISTRY_LOCK;
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
        if (root instanceof Ownership.Named || root instanceof Ownership.DocumentField) {
            possible.add(FenceKind.LEASE);
        } else if (besideRegistry) {
            possible.add(FenceKind.REGISTRY_LOCK);
        }
        return possible;
    }

    /** The column or field that the store can compare. */
    private static Optional<String> generation(Ownership root) {
        if (root instanceof Ownership.DocumentField documents) {
            return documents.generationField();
        }
        return root instanceof Ownership.TenantColumn rows ? rows.generationColumn() : Optional.empty();
    }
}
