package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.sandbox.SampleTenants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I7: nothing of a tenant's in what is kept, said or logged; not even when a server's error text is full of it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PrivacySentinelIT {

    private static final String TENANT = "vandelay";

    /** Working data, cleared when the watch ends; and the catalog, which names the control tenant and no other. */
    private static final Map<String, Set<String>> WORKING_DATA = Map.of(
            "deletion_job", Set.of("tenant_id", "attributes"),
            "deletion_task", Set.of("resume_point"),
            "dead_letter", Set.of("locator"),
            "catalog_snapshot", Set.of("content"));

    @TempDir
    Path folder = Path.of("");

    @Test
    void neither_tables_nor_output_nor_logs_hold_a_tenants_id_or_a_value_of_its() throws Exception {
        World world = World.fresh(folder);
        String job = world.submit(TENANT, 1);
        // The server's text of each refusal carries the row: its detail by PostgreSQL's doing, its message by the
        // trigger's.
        world.saas()
                .sql("CREATE TABLE public.audit_copy (invoice_id bigint REFERENCES public.invoices)")
                .update();
        world.saas()
                .sql("INSERT INTO public.audit_copy SELECT min(id) FROM public.invoices WHERE tenant_id = :tenant")
                .param("tenant", TENANT)
                .update();
        world.saas().sql("""
                        CREATE FUNCTION public.loud() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN RAISE EXCEPTION 'can''t delete % of %', OLD.email, OLD.tenant_id; END $$
                        """).update();
        world.saas()
                .sql("CREATE TRIGGER loud BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION public.loud()")
                .update();
        StringBuilder said = new StringBuilder();
        try {
            Process run = world.start(folder.resolve("run.log"), "run", "--run-id", "loud");
            assertThat(run.waitFor()).isEqualTo(3);
            said.append(Files.readString(folder.resolve("run.log")));
        } finally {
            world.saas().sql("DROP TABLE public.audit_copy").update();
            world.saas().sql("DROP TRIGGER loud ON public.users").update();
            world.saas().sql("DROP FUNCTION public.loud()").update();
        }
        assertThat(world.state(job)).startsWith("BLOCKED(");
        assertThat(world.tasks(job)).containsEntry("main.invoices", "BLOCKED").containsEntry("main.users", "BLOCKED");
        said.append(world.expunge("status", job).out());
        said.append(world.expunge("resume", job).out());
        for (List<String> command : List.of(
                List.of("run"),
                List.of("verify", "--wait"),
                List.of("status", job, "--output", "json"),
                List.of("evidence", "show", job, "--output", "json"),
                List.of("execution", "list"))) {
            Process process = world.start(folder.resolve("more.log"), command.toArray(String[]::new));
            assertThat(process.waitFor()).as(command.toString()).isZero();
            said.append(Files.readString(folder.resolve("more.log")));
        }
        assertThat(world.state(job)).isEqualTo("VERIFIED");

        assertThat(said.toString()).doesNotContain(TENANT, SampleTenants.MARKER);
        assertThat(leaks(world)).isEmpty();
    }

    @Test
    void the_sentinel_finds_what_is_planted() {
        World world = World.fresh(folder);
        world.control()
                .sql("INSERT INTO expunge.audit_event (recorded_at, actor, action, detail)"
                        + " VALUES (now(), 'test', 'planted', 'the id vandelay')")
                .update();

        assertThat(leaks(world)).containsExactly("audit_event.detail");
    }

    /** The columns of the control tables that hold the tenant's id or a marker. */
    private static List<String> leaks(World world) {
        List<String> leaks = new ArrayList<>();
        world
                .control()
                .sql(
                        "SELECT table_name, column_name FROM information_schema.columns c JOIN information_schema.tables t"
                                + " USING (table_schema, table_name) WHERE table_schema = 'expunge' AND table_type = 'BASE TABLE'")
                .query((row, index) -> List.of(row.getString(1), row.getString(2)))
                .list()
                .stream()
                .filter(column ->
                        !WORKING_DATA.getOrDefault(column.get(0), Set.of()).contains(column.get(1)))
                .filter(column -> world.control()
                                .sql("SELECT COUNT(*) FROM expunge." + column.get(0) + " WHERE position('" + TENANT
                                        + "' in CAST(" + column.get(1) + " AS text)) > 0 OR position('"
                                        + SampleTenants.MARKER + "' in CAST(" + column.get(1) + " AS text)) > 0")
                                .query(Long.class)
                                .single()
                        > 0)
                .forEach(column -> leaks.add(column.get(0) + "." + column.get(1)));
        return leaks;
    }
}
