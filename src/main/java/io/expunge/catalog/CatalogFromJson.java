package io.expunge.catalog;

import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads back what {@link CatalogJson} wrote. Nothing is checked again: an old job's catalog was accepted by the rules of its
 * day. What this version doesn't understand is an error, never left out.
 */
final class CatalogFromJson {

    private CatalogFromJson() {}

    /** @throws IllegalArgumentException if this version can't read it */
    static Catalog read(String content) {
        JsonNode json = JsonMapper.shared().readTree(content);
        int format = json.required("format").intValue();
        if (format != CatalogJson.FORMAT && format != CatalogJson.FORMAT_WITHOUT_CAPS) {
            throw new IllegalArgumentException(
                    "a catalog snapshot of format " + format + "; this version reads " + CatalogJson.FORMAT_WITHOUT_CAPS
                            + " and " + CatalogJson.FORMAT + ": use the version that wrote it, or a later one");
        }
        Map<String, StoreDeclaration> stores = new HashMap<>();
        json.required("stores").properties().forEach(store -> stores.put(store.getKey(), store(store)));
        return new Catalog(
                text(json, "policy-version"),
                duration(json, "grace"),
                duration(json, "target"),
                word(OnReopen.values(), OnReopen::label, text(json, "on-reopen")),
                new TenantId(text(json, "control-tenant")),
                Set.copyOf(list(json, "protected-tenants", item -> new TenantId(item.stringValue()))),
                registry(json.required("registry")),
                stores,
                list(json, "not-tenant-data", CatalogFromJson::notTenantData),
                json.has("caps") ? caps(json.required("caps")) : Caps.NONE,
                json.has("approvers") ? list(json, "approvers", CatalogFromJson::approver) : List.of(),
                list(json, "resources", CatalogFromJson::resource));
    }

    private static RegistryTable registry(JsonNode json) {
        return new RegistryTable(
                text(json, "store"),
                text(json, "table"),
                text(json, "tenant-column"),
                text(json, "generation-column"),
                text(json, "state-column"),
                text(json, "open-state"),
                text(json, "closed-state"),
                optionalText(json, "closed-at-column"),
                text(json, "lock-column"),
                Set.copyOf(texts(json, "attributes")));
    }

    private static StoreDeclaration store(Map.Entry<String, JsonNode> entry) {
        JsonNode json = entry.getValue();
        return new StoreDeclaration(entry.getKey(), type(json), optionalText(json, "identity"));
    }

    private static NotTenantData notTenantData(JsonNode json) {
        return new NotTenantData(
                text(json, "store"),
                text(json, "match"),
                text(json, "reason"),
                text(json, "approved-by"),
                LocalDate.parse(text(json, "expires")));
    }

    private static Resource resource(JsonNode json) {
        return new Resource(
                text(json, "id"),
                text(json, "store"),
                type(json),
                ownership(json.required("owned-by")),
                idForm(json.required("as")),
                texts(json, "derived-from"),
                texts(json, "references"),
                word(Disposition.values(), Disposition::label, text(json, "disposition")),
                word(FenceKind.values(), FenceKind::label, text(json, "fence")),
                new VerifyPolicy(duration(json.required("verify"), "second-look")),
                list(json, "locations", location -> new Location(text(location, "name"), text(location, "store"))),
                json.required("required").booleanValue(),
                text(json, "owner"),
                limits(json.required("limits")));
    }

    private static Caps caps(JsonNode json) {
        return new Caps(items(json, "job"), json.required("tolerance-percent").intValue());
    }

    private static Approver approver(JsonNode json) {
        return new Approver(text(json, "person"), Set.copyOf(texts(json, "logins")));
    }

    private static Limits limits(JsonNode json) {
        return new Limits(json.required("slice-items").intValue(), items(json, "cap"));
    }

    private static Optional<Long> items(JsonNode json, String key) {
        return json.has(key) ? Optional.of(json.required(key).longValue()) : Optional.empty();
    }

    private static Ownership ownership(JsonNode json) {
        if (json.has("key-pattern")) {
            return new Ownership.KeyPattern(text(json, "key-pattern"));
        }
        if (json.has("prefix")) {
            return new Ownership.ObjectPrefix(text(json, "prefix"));
        }
        if (json.has("field")) {
            return new Ownership.DocumentField(
                    text(json, "index"), text(json, "field"), optionalText(json, "generation-field"));
        }
        String table = text(json, "table");
        String key = text(json, "key");
        return json.has("parent")
                ? new Ownership.ParentRow(table, key, text(json, "foreign-key"), text(json, "parent"))
                : new Ownership.TenantColumn(table, key, text(json, "column"), optionalText(json, "generation-column"));
    }

    private static IdForm idForm(JsonNode json) {
        return json.isObject()
                ? new IdForm.Attribute(text(json, "attribute"))
                : word(IdFormShape.words(), IdForm::label, json.stringValue());
    }

    private static ResourceType type(JsonNode json) {
        return word(ResourceType.values(), ResourceType::label, text(json, "type"));
    }

    private static String text(JsonNode json, String key) {
        return json.required(key).stringValue();
    }

    private static Optional<String> optionalText(JsonNode json, String key) {
        return json.has(key) ? Optional.of(text(json, key)) : Optional.empty();
    }

    private static Duration duration(JsonNode json, String key) {
        return Duration.parse(text(json, key));
    }

    private static List<String> texts(JsonNode json, String key) {
        return list(json, key, JsonNode::stringValue);
    }

    private static <T> List<T> list(JsonNode json, String key, Function<JsonNode, T> item) {
        return json.required(key).valueStream().map(item).collect(Collectors.toUnmodifiableList());
    }

    private static <T> T word(T[] constants, Function<T, String> label, String written) {
        return Arrays.stream(constants)
                .filter(constant -> label.apply(constant).equals(written))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a catalog snapshot says " + written + ", which this version doesn't know"));
    }
}
