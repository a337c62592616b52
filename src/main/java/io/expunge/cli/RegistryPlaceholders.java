package io.expunge.cli;

import io.expunge.tenant.RegistryTable;
import java.util.Map;

/**
 * What the intake's functions are told of the tenant registry. The values become SQL inside a dollar-quoted body, so names
 * are quoted, texts escaped, and a dollar sign is refused: it could end the body.
 */
final class RegistryPlaceholders {

    private RegistryPlaceholders() {}

    /** @throws UsageException if the catalog's registry holds what can't be written there */
    static Map<String, String> of(RegistryTable registry) {
        return Map.of(
                "registryTable", table(registry.table()),
                "tenantColumn", name(registry.tenantColumn()),
                "generationColumn", name(registry.generationColumn()),
                "stateColumn", name(registry.stateColumn()),
                "openState", text(registry.openState()),
                "closedState", text(registry.closedState()),
                "clearClosedAt",
                        registry.closedAtColumn()
                                .map(column -> ", " + name(column) + " = NULL")
                                .orElse(""));
    }

    private static String table(String schemaAndTable) {
        int dot = schemaAndTable.indexOf('.');
        return name(schemaAndTable.substring(0, dot)) + "." + name(schemaAndTable.substring(dot + 1));
    }

    private static String name(String identifier) {
        return '"' + plain(identifier).replace("\"", "\"\"") + '"';
    }

    /** Between quotes that are there already. */
    private static String text(String state) {
        return plain(state).replace("'", "''");
    }

    private static String plain(String value) {
        if (value.indexOf('$') >= 0) {
            throw new UsageException("the catalog's registry: expected names and states without $");
        }
        return value;
    }
}
