package io.expunge.store.postgresql;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.ParentRow;
import io.expunge.catalog.Ownership.TenantColumn;
import io.expunge.catalog.Resource;
import io.expunge.store.Limitation;
import io.expunge.store.Scope;
import io.expunge.tenant.TenantId;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows without tenant and generation, two foreign keys away from a table that has both; the key is text. */
final class GrandchildTable implements Layout {

    static final Resource PROJECTS = Saas.resource(
            "main.projects",
            new TenantColumn("public.projects", "id", "tenant_id", Optional.of("generation")),
            FenceKind.PREDICATE);
    static final Resource TICKETS = Saas.resource(
            "main.tickets", new ParentRow("public.tickets", "id", "project_id", PROJECTS.id()), FenceKind.PREDICATE);
    static final Resource COMMENTS = Saas.resource(
            "main.comments", new ParentRow("public.comments", "key", "ticket_id", TICKETS.id()), FenceKind.PREDICATE);

    private int rows;

    @Override
    public void create(Saas saas) {
        saas.run(
                "CREATE TABLE public.projects (id bigint PRIMARY KEY, tenant_id text NOT NULL, generation int)",
                "CREATE TABLE public.tickets (id bigint PRIMARY KEY, project_id bigint REFERENCES projects)",
                "CREATE TABLE public.comments (key text PRIMARY KEY, ticket_id bigint REFERENCES tickets, note text)",
                "CREATE INDEX ON public.tickets (project_id)",
                "CREATE INDEX ON public.comments (ticket_id)");
        saas.grantUsual("public.projects");
        saas.grantUsual("public.tickets");
        saas.grantUsual("public.comments");
    }

    @Override
    public void empty(Saas saas) {
        saas.run("TRUNCATE projects, tickets, comments");
    }

    @Override
    public Scope scope() {
        return Saas.scope(COMMENTS, TICKETS, PROJECTS);
    }

    @Override
    public Set<Limitation> limitations() {
        return Set.of();
    }

    @Override
    public void put(Saas saas, TenantId tenant, @Nullable Integer generation, String note) {
        rows++;
        saas.change("INSERT INTO projects VALUES (?, ?, ?)", rows, tenant.value(), generation);
        saas.change("INSERT INTO tickets VALUES (?, ?)", rows, rows);
        saas.change("INSERT INTO comments VALUES (?, ?, ?)", "%_'\"\\" + rows, rows, note);
    }

    @Override
    public String rowsOf() {
        return """
                SELECT c.key AS key, c.note
                  FROM comments c, tickets t, projects p
                 WHERE c.ticket_id = t.id AND t.project_id = p.id AND convert_to(p.tenant_id, 'UTF8') = ?
                """;
    }

    @Override
    public String table() {
        return "comments";
    }
}
