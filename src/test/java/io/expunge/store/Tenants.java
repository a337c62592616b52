package io.expunge.store;

import io.expunge.tenant.TenantId;
import java.util.List;

/** Tenants whose ids are easily taken for one another's. */
public final class Tenants {

    public static final TenantId ACME = new TenantId("acme");

    /** Lives, is never erased, and every probe must see it. */
    public static final TenantId CONTROL = new TenantId("expunge-control");

    /** Composed. */
    private static final TenantId ACME_NFC = new TenantId("acm\u00e9");

    /** Decomposed: the same on a screen, another tenant. */
    private static final TenantId ACME_NFD = new TenantId("acme\u0301");

    /**
     * {@link #ACME} and those who suffer when it is cut off, matched as a pattern, folded or normalised. Fixtures write
     * the other tenants' ids into the values of each tenant's items.
     */
    public static final List<TenantId> HOSTILE = List.of(
            ACME,
            new TenantId("acme2"),
            new TenantId("acme-2"),
            new TenantId("ac%me"),
            new TenantId("ac_me"),
            new TenantId("acme*"),
            new TenantId("acme/x"),
            new TenantId("[acme]"),
            new TenantId("acme:1"),
            new TenantId("acme "),
            new TenantId("ACME"),
            ACME_NFC,
            ACME_NFD);

    private Tenants() {}
}
