package io.expunge.store.s3;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.NotTenantData;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Which names in a bucket the catalog accounts for. */
final class KnownPrefixes {

    private final String store;
    private final LocalDate today;
    private final List<String> heads;
    private final List<NotTenantData> declared;

    KnownPrefixes(Catalog catalog, String store, LocalDate today) {
        this.store = store;
        this.today = today;
        this.heads = catalog.resources().stream()
                .filter(resource -> resource.locations().stream()
                        .anyMatch(location -> location.store().equals(store)))
                .map(ObjectLayout::of)
                .flatMap(Optional::stream)
                .map(ObjectLayout::head)
                .toList();
        this.declared = catalog.notTenantData().stream()
                .filter(each -> each.store().equals(store))
                .toList();
    }

    /** Whether a key, or all that begins with a prefix, is under a catalogued prefix or declared to be nobody's. */
    boolean covers(String name) {
        return heads.stream().anyMatch(name::startsWith)
                || declared.stream().anyMatch(each -> each.covers(store, name, today));
    }

    /** Whether something that is accounted for lies deeper below this prefix, so that one has to look there. */
    boolean reachBelow(String prefix) {
        return heads.stream().anyMatch(head -> head.startsWith(prefix))
                || declared.stream().anyMatch(each -> each.match().startsWith(prefix));
    }
}
