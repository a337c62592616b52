package io.expunge.store.redis;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.NotTenantData;
import io.expunge.catalog.Resource;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Which keys of a store the catalog accounts for. */
final class KnownKeys {

    private final String store;
    private final LocalDate today;
    private final List<KeyTemplate> ofStore;
    private final List<KeyTemplate> ofAnyStore;
    private final List<NotTenantData> declared;

    KnownKeys(Catalog catalog, String store, LocalDate today) {
        this.store = store;
        this.today = today;
        this.declared = catalog.notTenantData();
        this.ofAnyStore = templates(catalog.resources());
        this.ofStore = templates(catalog.resources().stream()
                .filter(resource -> resource.locations().stream()
                        .anyMatch(location -> location.store().equals(store)))
                .toList());
    }

    private static List<KeyTemplate> templates(List<Resource> resources) {
        return resources.stream().map(KeyTemplate::of).flatMap(Optional::stream).toList();
    }

    /** Whether a key in the store's own database is accounted for. */
    boolean here(byte[] key) {
        return isRead(ofStore, key) || isDeclared(key);
    }

    /**
     * Whether a key in another logical database of the same server is: that one may be a store of the catalog too, under
     * another name. A tenant's keys that strayed there are what the probe sees.
     */
    boolean elsewhere(byte[] key) {
        return isRead(ofAnyStore, key) || isDeclared(key);
    }

    private static boolean isRead(List<KeyTemplate> templates, byte[] key) {
        return templates.stream().anyMatch(template -> !(template.read(key) instanceof KeyReading.NotOurs));
    }

    private boolean isDeclared(byte[] key) {
        String name = new String(key, StandardCharsets.UTF_8);
        return declared.stream().anyMatch(declaration -> declaration.covers(store, name, today));
    }
}
