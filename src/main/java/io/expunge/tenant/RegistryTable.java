package io.expunge.tenant;

import java.util.Optional;
import java.util.Set;

/**
 * Where the application keeps its tenants' generations and states, and how a tenant is frozen there.
 *
 * @param store name of the catalogued PostgreSQL store that holds the table
 * @param table schema-qualified name, such as {@code public.tenant_registry}
 * @param closedAtColumn set to the database's clock when we freeze, where the table has one
 * @param lockColumn a column on which the eraser has UPDATE, because PostgreSQL asks for it before
 *     {@code SELECT … FOR SHARE}
 * @param attributes further columns that {@code as: attribute} names
 */
public record RegistryTable(
        String store,
        String table,
        String tenantColumn,
        String generationColumn,
        String stateColumn,
        String openState,
        String closedState,
        Optional<String> closedAtColumn,
        String lockColumn,
        Set<String> attributes) {

    public RegistryTable {
        attributes = Set.copyOf(attributes);
    }
}
