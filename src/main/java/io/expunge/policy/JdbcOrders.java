package io.expunge.policy;

import io.expunge.tenant.TenantReference;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Holds and pauses in the control database. */
public final class JdbcOrders implements Orders {

    /** A hold is in force while the tenant's latest row says that it was placed. */
    private static final String WHO_IS_HELD = """
            SELECT hold.reference_key, hold.tenant_ref
            FROM expunge.legal_hold hold
            WHERE hold.tenant_ref IN (:tenants)
              AND hold.action = 'PLACED'
              AND NOT EXISTS (SELECT 1
                              FROM expunge.legal_hold later
                              WHERE later.reference_key = hold.reference_key
                                AND later.tenant_ref = hold.tenant_ref
                                AND later.id > hold.id)
            """;

    private static final String IS_IT_PAUSED = """
            SELECT COUNT(*)
            FROM expunge.pause
            WHERE store IN (:store, '*')
            """;

    private final JdbcClient control;

    public JdbcOrders(JdbcClient control) {
        this.control = control;
    }

    @Override
    public Set<TenantReference> held(Collection<TenantReference> tenants) {
        if (tenants.isEmpty()) {
            return Set.of();
        }
        return control
                .sql(WHO_IS_HELD)
                .param("tenants", tenants.stream().map(TenantReference::value).toList())
                .query((row, index) -> new TenantReference(row.getString(1), row.getString(2)))
                .list()
                .stream()
                .filter(tenants::contains)
                .collect(Collectors.toSet());
    }

    @Override
    public boolean paused(String store) {
        return control.sql(IS_IT_PAUSED).param("store", store).query(Long.class).single() > 0;
    }
}
