package io.expunge.catalog;

import io.expunge.tenant.InvalidTenantId;
import io.expunge.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a tenant's id is written in a resource ({@code as:}). Different tenants are never written alike: an id that the form
 * can't hold without risk of meaning another tenant is refused. Use {@link Resource#storedId}, which also knows the
 * resource's delimiter.
 */
public sealed interface IdForm {

    /**
     * @param attributes columns of the tenant's registry row that the catalog names
     * @throws NotInjective if this form can't hold the id without risk of meaning another tenant
     */
    String write(TenantId tenant, Map<String, String> attributes);

    /** As written in the catalog. */
    String label();

    /** The id itself. */
    record Verbatim() implements IdForm {
        @Override
        public String write(TenantId tenant, Map<String, String> attributes) {
            return tenant.value();
        }

        @Override
        public String label() {
            return "verbatim";
        }
    }

    /** A whole number in decimal digits; only for ids that are written so already ({@code 7}, not {@code 07}). */
    record Decimal() implements IdForm {
        private static final Pattern CANONICAL = Pattern.compile("0|[1-9][0-9]*");

        @Override
        public String write(TenantId tenant, Map<String, String> attributes) {
            if (!CANONICAL.matcher(tenant.value()).matches()) {
                throw new NotInjective(label(), "it is no whole number without sign and leading zeros");
            }
            return tenant.value();
        }

        @Override
        public String label() {
            return "decimal";
        }
    }

    /** Lower case; only for ids that are lower case already, since {@code Acme} would be written like {@code acme}. */
    record Lower() implements IdForm {
        @Override
        public String write(TenantId tenant, Map<String, String> attributes) {
            if (!tenant.value().equals(tenant.value().toLowerCase(Locale.ROOT))) {
                throw new NotInjective(label(), "it holds upper case");
            }
            return tenant.value();
        }

        @Override
        public String label() {
            return "lower";
        }
    }

    /**
     * The UTF-8 bytes, each but RFC 3986's unreserved characters ({@code A-Z a-z 0-9 . _ ~ -}) as {@code %XX} in upper-case
     * digits. Holds every id.
     */
    record PercentEncoded() implements IdForm {
        private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-";

        @Override
        public String write(TenantId tenant, Map<String, String> attributes) {
            StringBuilder written = new StringBuilder();
            for (byte octet : tenant.value().getBytes(StandardCharsets.UTF_8)) {
                if (UNRESERVED.indexOf(octet) >= 0) {
                    written.append((char) octet);
                } else {
                    written.append(String.format(Locale.ROOT, "%%%02X", octet));
                }
            }
            return written.toString();
        }

        @Override
        public String label() {
            return "percent-encoded";
        }
    }

    /**
     * A column of the tenant's registry row, such as the slug. That no two tenants share a value is the application's
     * promise (a unique index); what would be refused as a tenant's id is refused here too.
     */
    record Attribute(String name) implements IdForm {
        @Override
        public String write(TenantId tenant, Map<String, String> attributes) {
            @Nullable String value = attributes.get(name);
            if (value == null || value.isBlank()) {
                throw new NotInjective(label(), "the registry has no value for it");
            }
            try {
                return new TenantId(value).value();
            } catch (InvalidTenantId e) {
                throw new NotInjective(label(), "the registry's value for it is one that no id may have");
            }
        }

        @Override
        public String label() {
            return "attribute " + name;
        }
    }
}
