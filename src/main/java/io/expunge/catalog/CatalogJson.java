package io.expunge.catalog;

import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * A catalog as canonical JSON: keys sorted, no white space, sets sorted, what isn't there left out, everything that is
 * meant by default written out. The names are the catalog's own (not Java's), so that a snapshot can be read by people and
 * survives a renamed class. {@link CatalogFromJson} reads it back.
 */
final class CatalogJson {

    /** Raised when the layout below changes in a way that {@link CatalogFromJson} must know. */
    static final int FORMAT = 2;

    /**
     * Written where nothing is said that came later, so that such a catalog keeps its hash. What says more is hidden from
     * versions that would erase as if it weren't there.
     */
    static final int FORMAT_WITHOUT_CAPS = 1;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private CatalogJson() {}

    static String write(Catalog catalog) {
        return MAPPER.writeValueAsString(catalog(catalog));
    }

    private static SortedMap<String, Object> catalog(Catalog catalog) {
        SortedMap<String, Object> stores = new TreeMap<>();
        catalog.stores().forEach((name, store) -> stores.put(name, store(store)));
        SortedMap<String, Object> json = new TreeMap<>();
        json.put("format", saysMore(catalog) ? FORMAT : FORMAT_WITHOUT_CAPS);
        json.put("policy-version", catalog.policyVersion());
        json.put("grace", catalog.grace().toString());
        json.put("target", catalog.target().toString());
        json.put("on-reopen", catalog.onReopen().label());
        json.put("control-tenant", catalog.controlTenant().value());
        json.put(
                "protected-tenants",
                catalog.protectedTenants().stream()
                        .map(TenantId::value)
                        .sorted()
                        .toList());
        json.put("registry", registry(catalog.registry()));
        json.put("stores", stores);
        json.put(
                "not-tenant-data",
                catalog.notTenantData().stream().map(CatalogJson::notTenantData).toList());
        json.put(
                "resources",
                catalog.resources().stream().map(CatalogJson::resource).toList());
        if (!catalog.caps().equals(Caps.NONE)) {
            json.put("caps", caps(catalog.caps()));
        }
        if (!catalog.approvers().isEmpty()) {
            json.put(
                    "approvers",
                    catalog.approvers().stream().map(CatalogJson::approver).toList());
        }
        return json;
    }

    private static boolean saysMore(Catalog catalog) {
        return catalog.isCapped()
                || !catalog.caps().equals(Caps.NONE)
                || !catalog.approvers().isEmpty();
    }

    private static SortedMap<String, Object> caps(Caps caps) {
        SortedMap<String, Object> json = new TreeMap<>(Map.of("tolerance-percent", caps.tolerancePercent()));
        caps.job().ifPresent(items -> json.put("job", items));
        return json;
    }

    private static SortedMap<String, Object> approver(Approver approver) {
        return new TreeMap<>(Map.of(
                "person",
                approver.person(),
                "logins",
                approver.logins().stream().sorted().toList()));
    }

    private static SortedMap<String, Object> limits(Limits limits) {
        SortedMap<String, Object> json = new TreeMap<>(Map.of("slice-items", limits.sliceItems()));
        limits.cap().ifPresent(items -> json.put("cap", items));
        return json;
    }

    private static SortedMap<String, Object> registry(RegistryTable registry) {
        SortedMap<String, Object> json = new TreeMap<>(Map.of(
                "store", registry.store(),
                "table", registry.table(),
                "tenant-column", registry.tenantColumn(),
                "generation-column", registry.generationColumn(),
                "state-column", registry.stateColumn(),
                "open-state", registry.openState(),
                "closed-state", registry.closedState(),
                "lock-column", registry.lockColumn(),
                "attributes", registry.attributes().stream().sorted().toList()));
        put(json, "closed-at-column", registry.closedAtColumn());
        return json;
    }

    private static SortedMap<String, Object> store(StoreDeclaration store) {
        SortedMap<String, Object> json =
                new TreeMap<>(Map.of("type", store.type().label()));
        put(json, "identity", store.identity());
        return json;
    }

    private static SortedMap<String, Object> notTenantData(NotTenantData declaration) {
        return new TreeMap<>(Map.of(
                "store", declaration.store(),
                "match", declaration.match(),
                "reason", declaration.reason(),
                "approved-by", declaration.approvedBy(),
                "expires", declaration.expires().toString()));
    }

    private static SortedMap<String, Object> resource(Resource resource) {
        SortedMap<String, Object> json = new TreeMap<>();
        json.put("id", resource.id());
        json.put("store", resource.store());
        json.put("type", resource.type().label());
        json.put("owned-by", ownership(resource.ownedBy()));
        json.put("as", idForm(resource.idForm()));
        json.put("derived-from", resource.derivedFrom());
        json.put("references", resource.references());
        json.put("disposition", resource.disposition().label());
        json.put("fence", resource.fence().label());
        json.put("verify", Map.of("second-look", resource.verify().secondLook().toString()));
        json.put(
                "locations",
                resource.locations().stream().map(CatalogJson::location).toList());
        json.put("required", resource.required());
        json.put("owner", resource.owner());
        json.put("limits", limits(resource.limits()));
        return json;
    }

    private static SortedMap<String, Object> ownership(Ownership ownership) {
        SortedMap<String, Object> json = new TreeMap<>();
        if (ownership instanceof Ownership.TenantColumn rows) {
            json.putAll(Map.of("table", rows.table(), "key", rows.key(), "column", rows.column()));
            put(json, "generation-column", rows.generationColumn());
        } else if (ownership instanceof Ownership.ParentRow rows) {
            json.putAll(Map.of(
                    "table", rows.table(),
                    "key", rows.key(),
                    "foreign-key", rows.foreignKey(),
                    "parent", rows.parent()));
        } else if (ownership instanceof Ownership.DocumentField documents) {
            json.putAll(Map.of("index", documents.index(), "field", documents.field()));
            put(json, "generation-field", documents.generationField());
        } else if (ownership instanceof Ownership.ObjectPrefix objects) {
            json.put("prefix", objects.pattern());
        } else {
            json.put("key-pattern", ((Ownership.KeyPattern) ownership).pattern());
        }
        return json;
    }

    private static Object idForm(IdForm form) {
        return form instanceof IdForm.Attribute attribute ? Map.of("attribute", attribute.name()) : form.label();
    }

    private static SortedMap<String, Object> location(Location location) {
        return new TreeMap<>(Map.of("name", location.name(), "store", location.store()));
    }

    private static void put(SortedMap<String, Object> json, String key, Optional<String> value) {
        value.ifPresent(present -> json.put(key, present));
    }
}
