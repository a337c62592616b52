package io.expunge.plan;

import io.expunge.store.Scope;
import io.expunge.store.StoreException;
import io.expunge.store.Stores;
import io.expunge.store.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts what there is where stores answer, and touches nothing. A store that is out is asked once. Not thread-safe. */
public final class LiveCounts {

    private final Stores stores;
    private final Set<String> out = new HashSet<>();

    public LiveCounts(Stores stores) {
        this.stores = stores;
    }

    /** By task id; what its store could not say is missing. */
    public Map<String, Long> count(Scope scope, List<Target> targets) {
        String store = scope.location().store();
        if (out.contains(store)) {
            return Map.of();
        }
        try {
            return stores.surveyor(scope.catalog(), store).count(scope, targets);
        } catch (StoreException failed) {
            if (failed instanceof StoreException.Unavailable) {
                out.add(store);
            }
            return Map.of();
        }
    }
}
