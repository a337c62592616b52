package io.expunge.faults;

import io.expunge.catalog.ResourceType;
import java.util.Set;

/** What this thread has last asked a store to erase: it is what its next commit records. */
final class SliceUnderWay {

    private static final ThreadLocal<SliceUnderWay> LAST =
            ThreadLocal.withInitial(() -> new SliceUnderWay(ResourceType.ATTESTED, Set.of()));

    private final ResourceType type;
    private final Set<String> tenants;

    private SliceUnderWay(ResourceType type, Set<String> tenants) {
        this.type = type;
        this.tenants = tenants;
    }

    static void begin(ResourceType type, Set<String> tenants) {
        LAST.set(new SliceUnderWay(type, tenants));
    }

    static boolean is(ResourceType type, String tenant) {
        return LAST.get().type == type && LAST.get().tenants.contains(tenant);
    }
}
