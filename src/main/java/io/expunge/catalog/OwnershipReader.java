package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import io.expunge.catalog.yaml.YamlNode;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Reads how a tenant's items are found: {@code owned-by}, and for tables {@code table} and {@code key} beside it. They are
 * not asked for where {@code owned-by} is a key pattern, and are refused there as unknown keys.
 */
final class OwnershipReader {

    private static final String EXPECTED = "a mapping with column, with foreign-key and parent, or with key-pattern";
    private static final String PATTERN_EXPECTED = "a pattern such as t:{tenant}:g{generation}:*";

    private OwnershipReader() {}

    static Field<Ownership> read(YamlMapping resource) {
        if (resource.has("owned-by", "key-pattern")) {
            return resource.required("owned-by", Shape.mapping(EXPECTED, OwnershipReader::keys));
        }
        Field<String> table = resource.required("table", CatalogShapes.table());
        Field<String> key = resource.required("key", CatalogShapes.column());
        Shape<BiFunction<String, String, Ownership>> rows = Shape.mapping(
                EXPECTED, owner -> owner.has("foreign-key") || owner.has("parent") ? childRows(owner) : rows(owner));
        return resource.required(
                "owned-by",
                Shape.of(
                        EXPECTED,
                        node -> rows.read(node)
                                .flatMap(maker -> table.read()
                                        .flatMap(name -> key.read().map(column -> maker.apply(name, column))))));
    }

    private static Optional<BiFunction<String, String, Ownership>> rows(YamlMapping owner) {
        Field<String> column = owner.required("column", CatalogShapes.column());
        Field<Optional<String>> generation = owner.optional("generation-column", CatalogShapes.column());
        return owner.build(
                () -> (table, key) -> new Ownership.TenantColumn(table, key, column.get(), generation.get()));
    }

    private static Optional<BiFunction<String, String, Ownership>> childRows(YamlMapping owner) {
        Field<String> foreignKey = owner.required("foreign-key", CatalogShapes.column());
        Field<String> parent = owner.required("parent", CatalogShapes.resourceId());
        return owner.build(() -> (table, key) -> new Ownership.ParentRow(table, key, foreignKey.get(), parent.get()));
    }

    private static Optional<Ownership> keys(YamlMapping owner) {
        Field<Ownership> keys = owner.required("key-pattern", Shape.of(PATTERN_EXPECTED, OwnershipReader::pattern));
        return owner.build(keys::get);
    }

    private static Optional<Ownership> pattern(YamlNode node) {
        return Shape.text().read(node).flatMap(written -> {
            try {
                return Optional.of(new Ownership.KeyPattern(written));
            } catch (IllegalArgumentException e) {
                node.problem(String.valueOf(e.getMessage()), PATTERN_EXPECTED);
                return Optional.empty();
            }
        });
    }
}
