package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Reads how a tenant's items are found: {@code owned-by}, and what stands beside it: {@code table} and {@code key} for rows,
 * {@code index} for documents. What isn't asked for is refused as an unknown key.
 */
final class OwnershipReader {

    private static final String EXPECTED =
            "a mapping with column, with foreign-key and parent, with field, with prefix or with key-pattern";
    private static final String PATTERN_EXPECTED = "a pattern such as t:{tenant}:g{generation}:*";
    private static final String PREFIX_EXPECTED = "a prefix such as tenants/{tenant}/g{generation}/";

    private OwnershipReader() {}

    static Field<Ownership> read(YamlMapping resource) {
        if (resource.has("owned-by", "key-pattern")) {
            return resource.required("owned-by", Shape.mapping(EXPECTED, OwnershipReader::keys));
        }
        if (resource.has("owned-by", "prefix")) {
            return resource.required("owned-by", Shape.mapping(EXPECTED, OwnershipReader::objects));
        }
        if (resource.has("owned-by", "field")) {
            return documents(resource);
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

    private static Field<Ownership> documents(YamlMapping resource) {
        Field<String> index = resource.required("index", CatalogShapes.index());
        Shape<Function<String, Ownership>> documents = Shape.mapping(EXPECTED, owner -> {
            Field<String> field = owner.required("field", CatalogShapes.field());
            Field<Optional<String>> generation = owner.optional("generation-field", CatalogShapes.field());
            return owner.build(() -> name -> new Ownership.DocumentField(name, field.get(), generation.get()));
        });
        return resource.required(
                "owned-by",
                Shape.of(
                        EXPECTED,
                        node -> documents
                                .read(node)
                                .flatMap(maker -> index.read().map(maker))));
    }

    private static Optional<Ownership> keys(YamlMapping owner) {
        Field<Ownership> keys = owner.required("key-pattern", names(Ownership.KeyPattern::new, PATTERN_EXPECTED));
        return owner.build(keys::get);
    }

    private static Optional<Ownership> objects(YamlMapping owner) {
        Field<Ownership> objects = owner.required("prefix", names(Ownership.ObjectPrefix::new, PREFIX_EXPECTED));
        return owner.build(objects::get);
    }

    private static Shape<Ownership> names(Function<String, Ownership> maker, String expected) {
        return Shape.of(
                expected,
                node -> Shape.text().read(node).flatMap(written -> {
                    try {
                        return Optional.of(maker.apply(written));
                    } catch (IllegalArgumentException e) {
                        node.problem(String.valueOf(e.getMessage()), expected);
                        return Optional.empty();
                    }
                }));
    }
}
