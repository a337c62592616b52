package io.expunge.catalog;

import io.expunge.catalog.yaml.Shape;
import io.expunge.tenant.InvalidTenantId;
import io.expunge.tenant.TenantId;
import java.util.Optional;
import java.util.regex.Pattern;

/** The shapes of names in the catalog. */
final class CatalogShapes {

    private static final Pattern RESOURCE_ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,79}");
    private static final Pattern STORE_NAME = Pattern.compile("[a-z][a-z0-9-]{0,59}");

    private static final Pattern POLICY_VERSION = Pattern.compile("\\P{Cntrl}{1,60}");

    /** Case-sensitive and unquoted; 63 is PostgreSQL's longest (bytes, and here characters). */
    private static final String IDENTIFIER = "[\\p{L}_][\\p{L}\\p{N}_$-]{0,62}";

    private static final Pattern COLUMN = Pattern.compile(IDENTIFIER);
    private static final Pattern TABLE = Pattern.compile(IDENTIFIER + "\\." + IDENTIFIER);

    /** OpenSearch's rule for names of indices, aliases and data streams. */
    private static final Pattern INDEX =
            Pattern.compile("[^\\p{Lu}\\p{Cntrl}\\s\\\\/*?\"<>|,#:_+-][^\\p{Lu}\\p{Cntrl}\\s\\\\/*?\"<>|,#:]{0,254}");

    private static final Pattern FIELD = Pattern.compile("[\\p{L}_@][\\p{L}\\p{N}_@.-]{0,199}");

    private static final Pattern PERCENTAGE = Pattern.compile("(100|[1-9]?[0-9])%");

    private CatalogShapes() {}

    static Shape<String> policyVersion() {
        return Shape.text(
                "text of at most 60 characters (quoted, if it looks like a number or a date)", POLICY_VERSION);
    }

    static Shape<String> resourceId() {
        return Shape.text("a resource id such as main.tickets (a-z, 0-9, . _ -, at most 80)", RESOURCE_ID);
    }

    static Shape<String> storeName() {
        return Shape.text("a store's name such as main (a-z, 0-9, -)", STORE_NAME);
    }

    static boolean isStoreName(String name) {
        return STORE_NAME.matcher(name).matches();
    }

    static Shape<String> table() {
        return Shape.text("a table's name with its schema, such as public.tickets", TABLE);
    }

    static Shape<String> column() {
        return Shape.text("a column's name, without quotes", COLUMN);
    }

    static Shape<String> index() {
        return Shape.text("the name of an index, alias or data stream, such as tickets, without wildcards", INDEX);
    }

    static Shape<String> field() {
        return Shape.text("a field's name, such as tenant or owner.tenant", FIELD);
    }

    static Shape<Integer> percentage() {
        return Shape.text(
                "a percentage from 0% to 100%, such as 10%",
                written -> Optional.of(written)
                        .filter(PERCENTAGE.asMatchPredicate())
                        .map(percent -> Integer.valueOf(percent.substring(0, percent.length() - 1))));
    }

    static Shape<TenantId> tenantId() {
        return Shape.privateText(
                "a tenant's id: text (quoted, if it looks like a number), neither blank nor wildcards only",
                written -> {
                    try {
                        return Optional.of(new TenantId(written));
                    } catch (InvalidTenantId e) {
                        return Optional.empty();
                    }
                });
    }
}
