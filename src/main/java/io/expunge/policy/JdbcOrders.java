package io.expunge.policy;

import io.expunge.tenant.TenantReference;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Holds and pauses in the control database. What is in force is read from the views, which compliance staff may read too. */
public final class JdbcOrders implements Orders {

    private static final String WHO_IS_HELD = """
            SELECT reference_key, tenant_ref
            FROM expunge.hold_in_force
            WHERE tenant_ref IN (:tenants)
            """;

    private static final String IS_IT_PAUSED = """
            SELECT COUNT(*)
            FROM expunge.pause_in_force
            WHERE store IN (:store, '*')
            """;

    private static final String WHICH_HOLDS = """
            SELECT reference_key, tenant_ref, reason_code, ticket, placed_by, placed_at
            FROM expunge.hold_in_force
            ORDER BY hold_id
            """;

    private static final String WHICH_PAUSES = """
            SELECT store, reason_code, paused_by, since
            FROM expunge.pause_in_force
            ORDER BY CASE WHEN store = '*' THEN 0 ELSE 1 END, store
            """;

    private static final String ORDER_ON_TENANT = """
            INSERT INTO expunge.legal_hold
                (reference_key, tenant_ref, action, reason_code, ticket, actor, recorded_at)
            VALUES (:key, :reference, :action, :reason, :ticket, SESSION_USER, :now)
            """;

    private static final String PAUSE = """
            INSERT INTO expunge.pause (store, reason_code, actor, since)
            VALUES (:store, :reason, SESSION_USER, :now)
            ON CONFLICT DO NOTHING
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
                .query((row, index) -> tenant(row))
                .list()
                .stream()
                .filter(tenants::contains)
                .collect(Collectors.toSet());
    }

    @Override
    public boolean paused(String store) {
        return control.sql(IS_IT_PAUSED).param("store", store).query(Long.class).single() > 0;
    }

    @Override
    public List<Hold> holds() {
        return control.sql(WHICH_HOLDS)
                .query((row, index) -> new Hold(
                        tenant(row),
                        row.getString("reason_code"),
                        Optional.ofNullable(row.getString("ticket")),
                        row.getString("placed_by"),
                        instant(row, "placed_at")))
                .list();
    }

    @Override
    public List<Pause> pauses() {
        return control.sql(WHICH_PAUSES)
                .query((row, index) -> new Pause(
                        row.getString("store"),
                        row.getString("reason_code"),
                        row.getString("paused_by"),
                        instant(row, "since")))
                .list();
    }

    @Override
    public void place(TenantReference tenant, Reason reason, Instant now) {
        order(tenant, "PLACED", reason, now);
    }

    @Override
    public void release(TenantReference tenant, Reason reason, Instant now) {
        order(tenant, "RELEASED", reason, now);
    }

    private void order(TenantReference tenant, String action, Reason reason, Instant now) {
        control.sql(ORDER_ON_TENANT)
                .param("key", tenant.keyName())
                .param("reference", tenant.value())
                .param("action", action)
                .param("reason", reason.code())
                .param("ticket", reason.ticket().orElse(null), Types.VARCHAR)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
    }

    @Override
    public boolean pause(String store, Reason reason, Instant now) {
        return control.sql(PAUSE)
                        .param("store", store)
                        .param("reason", reason.code())
                        .param("now", now.atOffset(ZoneOffset.UTC))
                        .update()
                == 1;
    }

    @Override
    public boolean unpause(String store) {
        return control.sql("DELETE FROM expunge.pause WHERE store = :store")
                        .param("store", store)
                        .update()
                == 1;
    }

    private static TenantReference tenant(ResultSet row) throws SQLException {
        return new TenantReference(row.getString("reference_key"), row.getString("tenant_ref"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
