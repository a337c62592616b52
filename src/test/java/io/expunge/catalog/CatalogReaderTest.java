package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.expunge.catalog.yaml.Problem;
import io.expunge.catalog.yaml.YamlSource;
import io.expunge.tenant.TenantId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CatalogReaderTest {

    @Test
    void what_is_left_out_has_a_default() {
        Catalog catalog = SmallCatalog.valid().read();

        assertThat(catalog.grace()).isEqualTo(Duration.ofDays(7));
        assertThat(catalog.target()).isEqualTo(Duration.ofDays(30));
        assertThat(catalog.protectedTenants()).isEmpty();
        assertThat(catalog.registry().closedAtColumn()).isEmpty();
        assertThat(catalog.resource("main.users"))
                .isEqualTo(new Resource(
                        "main.users",
                        "main",
                        ResourceType.POSTGRESQL,
                        new Ownership.TenantColumn("public.users", "id", "tenant_id", Optional.of("generation")),
                        new IdForm.Verbatim(),
                        List.of(),
                        List.of(),
                        Disposition.ERASE,
                        FenceKind.PREDICATE,
                        new VerifyPolicy(Duration.ofMinutes(15)),
                        List.of(new Location("primary", "main")),
                        true,
                        "team",
                        new Limits(1000)));
    }

    @Test
    void rows_of_a_parent_are_written_and_fenced_as_the_parent_and_point_to_it() {
        Resource notes = SmallCatalog.valid()
                .head("control-tenant: control", "control-tenant: '1'")
                .resources("generation-column: generation }", "generation-column: generation }\n    as: decimal")
                .read()
                .resource("main.notes");

        assertThat(notes.idForm()).isEqualTo(new IdForm.Decimal());
        assertThat(notes.fence()).isEqualTo(FenceKind.PREDICATE);
        assertThat(notes.references()).containsExactly("main.users");
    }

    @Test
    void the_fence_by_default_is_what_the_layout_gives() {
        Catalog catalog = SmallCatalog.valid()
                .resources("column: tenant_id, generation-column: generation", "column: tenant_id")
                .read();

        assertThat(catalog.resource("main.users").fence()).isEqualTo(FenceKind.REGISTRY_LOCK);
        assertThat(catalog.resource("main.notes").fence()).isEqualTo(FenceKind.REGISTRY_LOCK);
        assertThat(catalog.resource("cache.keys").fence()).isEqualTo(FenceKind.NAME);
    }

    @Test
    void attributes_that_resources_name_are_read_from_the_registry() {
        Catalog catalog = SmallCatalog.valid()
                .resources("as: percent-encoded", "as: { attribute: slug }")
                .read();

        assertThat(catalog.resource("cache.keys").idForm()).isEqualTo(new IdForm.Attribute("slug"));
        assertThat(catalog.registry().attributes()).containsExactly("slug");
    }

    @Test
    void protected_tenants_are_kept_as_written() {
        Catalog catalog = SmallCatalog.valid()
                .head("on-reopen: stop", "protected-tenants: [own, '017', \"caf\\u00e9\"]")
                .read();

        assertThat(catalog.isProtected(new TenantId("017"))).isTrue();
        assertThat(catalog.isProtected(new TenantId("caf\u00e9"))).isTrue();
        assertThat(catalog.isProtected(new TenantId("cafe\u0301"))).isFalse();
        assertThat(catalog.isProtected(catalog.controlTenant())).isTrue();
    }

    @Test
    void all_problems_of_all_files_are_told_together_by_place() {
        SmallCatalog broken = SmallCatalog.valid()
                .head("on-reopen: stop", "grace: soon")
                .head("type: redis", "typ: redis")
                .resources("table: public.users", "table: users")
                .resources("as: percent-encoded", "as: base64");

        assertThat(broken.problems())
                .extracting(problem -> problem.substring(0, problem.indexOf(": ")))
                .containsExactly(
                        "head.yaml:2:8", "head.yaml:16:10", "head.yaml:16:12", "res.yaml:4:12", "res.yaml:17:9");
    }

    @Test
    void the_message_shows_every_problem_on_a_line_of_its_own() {
        SmallCatalog broken = SmallCatalog.valid()
                .head("on-reopen: stop", "grace: soon")
                .resources("table: public.users", "table: users");

        assertThatThrownBy(broken::read).isInstanceOf(InvalidCatalog.class).hasMessage("""
                        The catalog: 2 problems
                        head.yaml:2:8: grace is "soon", expected a duration such as 30s, 7d 12h or PT30S
                        res.yaml:4:12: table is "users", expected a table's name with its schema, such as public.tickets""");
    }

    @Test
    void what_refers_to_a_resource_that_could_not_be_read_is_not_blamed() {
        SmallCatalog broken = SmallCatalog.valid().resources("table: public.users", "table: users");

        assertThat(broken.problems()).singleElement().asString().startsWith("res.yaml:4:12: table");
    }

    @Test
    void no_protected_tenants_id_is_repeated_in_a_problem() {
        SmallCatalog broken =
                SmallCatalog.valid().head("on-reopen: stop", "protected-tenants: [4711, \"bad\\u0007id\", a, a]");

        assertThat(broken.problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem)
                        .startsWith("head.yaml:2:")
                        .contains("an item of protected-tenants can't be used")
                        .doesNotContain("4711", "bad"));
    }

    @Test
    void a_second_head_is_refused() {
        List<YamlSource> files =
                SmallCatalog.valid().filesAnd(YamlSource.of("two.yaml", "# more\ngrace: 1d\nresources: []\n"));

        assertThat(problems(files)).contains("two.yaml:2:1: a second head, expected one file with it (head.yaml:1:1)");
    }

    @Test
    void a_folder_without_a_head_is_refused() {
        List<YamlSource> files = SmallCatalog.valid().files().subList(1, 2);

        assertThat(problems(files))
                .containsExactly("folder: no file holds the catalog's head, expected one with policy-version,"
                        + " control-tenant, registry and stores");
    }

    @Test
    void a_catalog_of_nothing_is_refused() {
        List<YamlSource> files = SmallCatalog.valid().files().subList(0, 1);

        assertThat(problems(files))
                .containsExactly(
                        "folder: the catalog has no resources, expected at least one: an empty plan proves nothing");
    }

    @Test
    void with_a_file_that_is_no_yaml_the_others_are_not_judged_by_what_is_missing() {
        List<YamlSource> files = SmallCatalog.valid().filesAnd(YamlSource.of("zzz.yaml", "resources: [\n"));

        assertThat(problems(files)).singleElement().asString().startsWith("zzz.yaml:2:1: this is not YAML");
    }

    @Test
    void a_folder_that_is_not_there_is_refused() {
        assertThatThrownBy(() -> CatalogReader.read(Path.of("no", "such", "folder")))
                .isInstanceOf(InvalidCatalog.class)
                .hasMessageContaining("the folder can't be read, expected a folder with the catalog's files");
    }

    private static List<String> problems(List<YamlSource> files) {
        InvalidCatalog refusal = catchThrowableOfType(InvalidCatalog.class, () -> CatalogReader.read("folder", files));
        return refusal.problems().stream().map(Problem::toString).toList();
    }
}
