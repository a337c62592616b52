package io.expunge.catalog;

import io.expunge.tenant.TenantId;
import java.util.Map;

/** How a tenant's id is written in a resource ({@code as:}). Different tenants are never written alike. */
public sealed interface IdForm {

    /**
     * @param attributes columns of the tenant's registry row that the catalog names
     * @throws NotInjective if this form can't hold the id without risk of meaning another tenant
     */
    String write(TenantId tenant, Map<String, String> attributes);

    /** The id itself. */
    record Verbatim() implements IdForm {
        @Override
        public String write(TenantId tenant, Map<String, String> attributes) {
            throw new UnsupportedOperationException("catalog");
        }
    }
}
