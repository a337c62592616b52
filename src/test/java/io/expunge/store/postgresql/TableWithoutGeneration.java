package io.expunge.store.postgresql;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.store.Limitation;
import io.expunge.store.Scope;
import io.expunge.tenant.TenantId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows with a tenant column only, in no order of arrival: the locked registry row is all the fence there is. */
final class TableWithoutGeneration implements Layout {

    private int rows;

    @Override
    public void create(Saas saas) {
        saas.run("""
                CREATE TABLE public.attachments (
                    id uuid PRIMARY KEY,
                    tenant_id varchar(300) NOT NULL,
                    note text NOT NULL)
                """, "CREATE INDEX ON public.attachments (tenant_id, id)");
        saas.grantUsual(table());
    }

    @Override
    public void empty(Saas saas) {
        saas.run("TRUNCATE public.attachments");
    }

    @Override
    public Scope scope() {
        TenantColumn owner = new TenantColumn("public.attachments", "id", "tenant_id", Optional.empty());
        return Saas.scope(Saas.resource("main.attachments", owner, FenceKind.REGISTRY_LOCK));
    }

    @Override
    public Set<Limitation> limitations() {
        return EnumSet.of(Limitation.TELL_GENERATIONS_APART, Limitation.HOLD_ITEMS_WITHOUT_GENERATION);
    }

    @Override
    public void put(Saas saas, TenantId tenant, @Nullable Integer generation, String note) {
        UUID key = UUID.nameUUIDFromBytes(new byte[] {(byte) (++rows >> 8), (byte) rows});
        saas.change("INSERT INTO attachments (id, tenant_id, note) VALUES (?, ?, ?)", key, tenant.value(), note);
    }

    @Override
    public String rowsOf() {
        return "SELECT id AS key, note FROM attachments WHERE convert_to(tenant_id, 'UTF8') = ?";
    }

    @Override
    public String table() {
        return "attachments";
    }
}
