package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Problems;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the stores: name to type and identity. */
final class StoresReader {

    static final Set<ResourceType> SUPPORTED =
            EnumSet.of(ResourceType.POSTGRESQL, ResourceType.S3, ResourceType.OPENSEARCH, ResourceType.REDIS);

    private final Problems problems;

    StoresReader(Problems problems) {
        this.problems = problems;
    }

    Shape<Map<String, StoreDeclaration>> shape() {
        return Shape.mapping("a mapping from store names to their type", this::read);
    }

    private Optional<Map<String, StoreDeclaration>> read(YamlMapping mapping) {
        Map<String, Field<StoreDeclaration>> fields = new LinkedHashMap<>();
        for (String name : mapping.keys()) {
            if (!CatalogShapes.isStoreName(name)) {
                problems.add(mapping.placeOfKey(name), "a store is named " + name, "a name of a-z, 0-9 and -");
            }
            fields.put(name, mapping.required(name, Shape.mapping("a mapping", store -> read(name, store))));
        }
        return mapping.build(() -> {
            Map<String, StoreDeclaration> stores = new LinkedHashMap<>();
            fields.forEach((name, field) -> stores.put(name, field.get()));
            return stores;
        });
    }

    private Optional<StoreDeclaration> read(String name, YamlMapping mapping) {
        Field<ResourceType> type = mapping.required("type", Shape.word(ResourceType.values(), ResourceType::label));
        Field<Optional<String>> identity = mapping.optional("identity", Shape.text());
        type.read()
                .filter(known -> !SUPPORTED.contains(known))
                .ifPresent(known -> problems.add(
                        type.place(),
                        "the type " + known.label() + " is not supported by this version",
                        SUPPORTED.stream().map(ResourceType::label).collect(Collectors.joining(", "))));
        return mapping.build(() -> new StoreDeclaration(name, type.get(), identity.get()));
    }
}
