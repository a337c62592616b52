package io.expunge.store.postgresql;

import io.expunge.store.Limitation;
import io.expunge.store.Scope;
import io.expunge.tenant.TenantId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a test's application keeps its tenants' rows. */
interface Layout {

    /** Tables and rights. */
    void create(Saas saas);

    void empty(Saas saas);

    Scope scope();

    Set<Limitation> limitations();

    void put(Saas saas, TenantId tenant, @Nullable Integer generation, String note);

    /** A query for {@code key} and {@code note} of a tenant's rows, the tenant's id in UTF-8 its only placeholder. */
    String rowsOf();

    /** The table that holds the notes. */
    String table();
}
