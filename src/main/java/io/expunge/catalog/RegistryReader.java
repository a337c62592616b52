package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Problems;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import io.expunge.tenant.RegistryTable;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads where the application's tenant registry is. */
final class RegistryReader {

    private final Problems problems;
    private final Optional<Map<String, StoreDeclaration>> stores;

    /** @param stores none where they could not be read; then nothing is said about the registry's */
    RegistryReader(Problems problems, Optional<Map<String, StoreDeclaration>> stores) {
        this.problems = problems;
        this.stores = stores;
    }

    Shape<RegistryTable> shape() {
        return Shape.mapping("a mapping that names the tenant registry's store, table and columns", this::read);
    }

    private Optional<RegistryTable> read(YamlMapping mapping) {
        Field<String> store = mapping.required("store", CatalogShapes.storeName());
        Field<String> table = mapping.required("table", CatalogShapes.table());
        Field<String> tenantColumn = mapping.required("tenant-column", CatalogShapes.column());
        Field<String> generationColumn = mapping.required("generation-column", CatalogShapes.column());
        Field<String> stateColumn = mapping.required("state-column", CatalogShapes.column());
        Field<String> openState = mapping.required("open-state", Shape.text());
        Field<String> closedState = mapping.required("closed-state", Shape.text());
        Field<Optional<String>> closedAtColumn = mapping.optional("closed-at-column", CatalogShapes.column());
        Field<String> lockColumn = mapping.required("lock-column", CatalogShapes.column());
        checkStore(store);
        if (openState.read().isPresent() && openState.read().equals(closedState.read())) {
            problems.add(closedState.place(), "closed-state is the open state", "another state than open-state");
        }
        return mapping.build(() -> new RegistryTable(
                store.get(),
                table.get(),
                tenantColumn.get(),
                generationColumn.get(),
                stateColumn.get(),
                openState.get(),
                closedState.get(),
                closedAtColumn.get(),
                lockColumn.get(),
                Set.of()));
    }

    private void checkStore(Field<String> store) {
        if (store.read().isEmpty() || stores.isEmpty()) {
            return;
        }
        StoreDeclaration declared = stores.get().get(store.get());
        if (declared == null) {
            problems.add(store.place(), "the unknown store " + store.get(), Stores.oneOf(stores.get()));
        } else if (declared.type() != ResourceType.POSTGRESQL) {
            problems.add(
                    store.place(),
                    "the registry is in " + store.get() + ", a "
                            + declared.type().label() + " store",
                    "a postgresql store");
        }
    }
}
