package io.expunge.deletion;

/** The catalog protects the tenant, or it is the control tenant; nothing was written. */
public final class ProtectedTenant extends RuntimeException {

    ProtectedTenant() {
        super(
                "the catalog protects this tenant (protected-tenants, control-tenant); nothing was written",
                null,
                false,
                true);
    }
}
