package io.expunge.store.postgresql;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.Ownership;
import io.expunge.catalog.Ownership.ParentRow;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.store.Uncatalogued;
import java.sql.Array;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every table that a database has, whether we may read it or not, and what points to what. Partitions that are attached
 * belong to their table; a detached one is a table of its own, and so is a copy that somebody made.
 *
 * @param references child to parents, by oid
 */
record LiveTables(Map<Long, LiveTable> tables, Map<Long, Set<Long>> references) {

    /** Columns that look like a tenant's id, beside those that the catalog names. */
    static final Set<String> TENANT_COLUMNS = Set.of(
            "tenant",
            "tenant_id",
            "tenant_uuid",
            "org_id",
            "organization_id",
            "organisation_id",
            "account_id",
            "workspace_id");

    /** Ordinary, partitioned and foreign tables, materialised views; neither the server's nor the product's own. */
    private static final Sql WHICH_TABLES = Sql.of("""
            SELECT CAST(c.oid AS bigint), n.nspname || '.' || c.relname, c.relispartition,
                   ARRAY(SELECT CAST(a.attname AS text)
                           FROM pg_attribute a
                          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                          ORDER BY a.attnum),
                   ARRAY(SELECT CAST(i.inhparent AS bigint) FROM pg_inherits i WHERE i.inhrelid = c.oid)
              FROM pg_class c
              JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relkind IN ('r', 'p', 'm', 'f')
               AND n.nspname !~ '^pg_'
               AND n.nspname NOT IN ('information_schema', 'expunge', 'expunge_intake')
            """);

    private static final Sql WHAT_REFERS_TO_WHAT = Sql.of("""
            SELECT CAST(conrelid AS bigint), CAST(confrelid AS bigint)
              FROM pg_constraint
             WHERE contype = 'f'
            """);

    /** @param parents the tables that it inherits from or is a partition of */
    record LiveTable(String name, boolean partition, List<String> columns, List<Long> parents) {}

    static LiveTables read(Session session) throws SQLException {
        Map<Long, LiveTable> tables = new HashMap<>();
        session.rows(
                WHICH_TABLES,
                row -> tables.put(
                        row.getLong(1),
                        new LiveTable(
                                row.getString(2),
                                row.getBoolean(3),
                                list(row.getArray(4), String.class),
                                list(row.getArray(5), Long.class))));
        Map<Long, Set<Long>> references = new HashMap<>();
        session.rows(
                WHAT_REFERS_TO_WHAT,
                row -> references
                        .computeIfAbsent(row.getLong(1), child -> new HashSet<>())
                        .add(row.getLong(2)));
        return new LiveTables(tables, references);
    }

    private static <T> List<T> list(Array array, Class<T> type) throws SQLException {
        return Stream.of((Object[]) array.getArray()).map(type::cast).toList();
    }

    /** What looks like tenants' data and is named nowhere, by name. */
    List<Uncatalogued> uncatalogued(String store, Catalog catalog, LocalDate today) {
        Set<String> catalogued = cataloguedTables(store, catalog);
        Set<String> tenantColumns = tenantColumns(store, catalog);
        Set<Long> owned = tables.keySet().stream()
                .filter(oid -> isOrInherits(oid, catalogued))
                .collect(Collectors.toCollection(HashSet::new));
        Set<Long> reached = reaching(owned);
        List<Uncatalogued> found = new ArrayList<>();
        tables.forEach((oid, table) -> {
            boolean declared = owned.contains(oid)
                    || table.partition()
                    || catalog.notTenantData().stream()
                            .anyMatch(declaration -> declaration.covers(store, table.name(), today));
            if (!declared) {
                reason(oid, table, tenantColumns, reached)
                        .ifPresent(because -> found.add(new Uncatalogued(table.name(), because)));
            }
        });
        found.sort(Comparator.comparing(Uncatalogued::name));
        return List.copyOf(found);
    }

    private Optional<String> reason(long oid, LiveTable table, Set<String> tenantColumns, Set<Long> reached) {
        Optional<String> column = table.columns().stream()
                .filter(name -> tenantColumns.contains(name.toLowerCase(Locale.ROOT)))
                .findFirst();
        if (column.isPresent()) {
            return Optional.of("column " + column.get());
        }
        return references.getOrDefault(oid, Set.of()).stream()
                .filter(reached::contains)
                .map(tables::get)
                .flatMap(Stream::ofNullable)
                .map(parent -> "foreign key to " + parent.name())
                .sorted()
                .findFirst();
    }

    /** The tables themselves and all that a path of foreign keys leads from to them. */
    private Set<Long> reaching(Set<Long> owned) {
        Set<Long> reached = new HashSet<>(owned);
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Map.Entry<Long, Set<Long>> reference : references.entrySet()) {
                if (!reached.contains(reference.getKey())
                        && reference.getValue().stream().anyMatch(reached::contains)) {
                    reached.add(reference.getKey());
                    grown = true;
                }
            }
        }
        return reached;
    }

    private boolean isOrInherits(long oid, Set<String> catalogued) {
        LiveTable table = tables.get(oid);
        return table != null
                && (catalogued.contains(table.name())
                        || table.parents().stream().anyMatch(parent -> isOrInherits(parent, catalogued)));
    }

    private static Set<String> cataloguedTables(String store, Catalog catalog) {
        Set<String> names = here(store, catalog)
                .flatMap(ownership -> tableName(ownership).stream())
                .collect(Collectors.toCollection(HashSet::new));
        if (catalog.registry().store().equals(store)) {
            names.add(catalog.registry().table());
        }
        return names;
    }

    private static Set<String> tenantColumns(String store, Catalog catalog) {
        Set<String> columns = new HashSet<>(TENANT_COLUMNS);
        here(store, catalog)
                .filter(TenantColumn.class::isInstance)
                .map(ownership -> ((TenantColumn) ownership).column().toLowerCase(Locale.ROOT))
                .forEach(columns::add);
        if (catalog.registry().store().equals(store)) {
            columns.add(catalog.registry().tenantColumn().toLowerCase(Locale.ROOT));
        }
        return columns;
    }

    private static Stream<Ownership> here(String store, Catalog catalog) {
        return catalog.resources().stream()
                .filter(resource -> resource.locations().stream()
                        .anyMatch(location -> location.store().equals(store)))
                .map(Resource::ownedBy);
    }

    private static Optional<String> tableName(Ownership ownership) {
        if (ownership instanceof TenantColumn owner) {
            return Optional.of(owner.table());
        }
        return ownership instanceof ParentRow child ? Optional.of(child.table()) : Optional.empty();
    }
}
