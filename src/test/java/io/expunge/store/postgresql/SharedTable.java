package io.expunge.store.postgresql;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.store.Limitation;
import io.expunge.store.Scope;
import io.expunge.tenant.TenantId;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows with a tenant and a generation column, of which the store compares both. Its names need quoting. */
final class SharedTable implements Layout {

    @Override
    public void create(Saas saas) {
        saas.run("""
                CREATE TABLE public."Tickets" (
                    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                    "tenant id" text NOT NULL,
                    generation int,
                    note text NOT NULL)
                """, "CREATE INDEX ON public.\"Tickets\" (\"tenant id\", id)");
        saas.grantUsual(table());
    }

    @Override
    public void empty(Saas saas) {
        saas.run("TRUNCATE public.\"Tickets\"");
    }

    @Override
    public Scope scope() {
        TenantColumn owner = new TenantColumn("public.Tickets", "id", "tenant id", Optional.of("generation"));
        return Saas.scope(Saas.resource("main.tickets", owner, FenceKind.PREDICATE));
    }

    @Override
    public Set<Limitation> limitations() {
        return Set.of();
    }

    @Override
    public void put(Saas saas, TenantId tenant, @Nullable Integer generation, String note) {
        saas.change(
                "INSERT INTO public.\"Tickets\" (\"tenant id\", generation, note) VALUES (?, ?, ?)",
                tenant.value(),
                generation,
                note);
    }

    @Override
    public String rowsOf() {
        return "SELECT id AS key, note FROM public.\"Tickets\" WHERE convert_to(\"tenant id\", 'UTF8') = ?";
    }

    @Override
    public String table() {
        return "public.\"Tickets\"";
    }
}
