package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.catalog.yaml.YamlSource;
import io.expunge.tenant.RegistryTable;
import io.expunge.tenant.TenantId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CatalogSnapshotTest {

    @Test
    void the_sample_catalog_comes_back_equal() {
        Catalog catalog = CatalogReader.read(Path.of("jobs", "catalog"));

        assertThat(CatalogSnapshot.of(catalog).catalog()).isEqualTo(catalog);
    }

    @Test
    void everything_that_a_catalog_can_say_comes_back_equal() {
        assertThat(CatalogSnapshot.of(everything()).catalog()).isEqualTo(everything());
    }

    /** A changed hash would take every open job off its catalog: raise the format instead, and read both. */
    @Test
    void the_written_form_does_not_change() {
        assertThat(CatalogSnapshot.of(everything()).content()).isEqualTo("""
                        {"control-tenant":"control",\
                        "format":1,\
                        "grace":"PT168H",\
                        "not-tenant-data":[{"approved-by":"somebody","expires":"2027-11-30","match":"public.*","reason":"caf\u00e9","store":"main"}],\
                        "on-reopen":"erase-older",\
                        "policy-version":"2026-11",\
                        "protected-tenants":["a","b","\u00e9"],\
                        "registry":{"attributes":["bucket","slug"],"closed-at-column":"closed_at","closed-state":"CLOSED","generation-column":"generation","lock-column":"lock","open-state":"OPEN","state-column":"state","store":"main","table":"public.registry","tenant-column":"id"},\
                        "resources":[\
                        {"as":"lower","derived-from":[],"disposition":"erase","fence":"registry-lock","id":"rows","limits":{"slice-items":7},"locations":[{"name":"primary","store":"main"},{"name":"replica","store":"other"}],"owned-by":{"column":"tenant","key":"id","table":"public.rows"},"owner":"team","references":["rows"],"required":true,"store":"main","type":"postgresql","verify":{"second-look":"PT2.5S"}},\
                        {"as":"decimal","derived-from":[],"disposition":"anonymise","fence":"lease","id":"children","limits":{"slice-items":7},"locations":[{"name":"primary","store":"main"},{"name":"replica","store":"other"}],"owned-by":{"foreign-key":"row_id","key":"id","parent":"rows","table":"public.children"},"owner":"team","references":["rows"],"required":true,"store":"main","type":"postgresql","verify":{"second-look":"PT2.5S"}},\
                        {"as":{"attribute":"slug"},"derived-from":["rows","children"],"disposition":"erase","fence":"name","id":"keys","limits":{"slice-items":7},"locations":[{"name":"primary","store":"main"},{"name":"replica","store":"other"}],"owned-by":{"key-pattern":"t:{tenant}:g{generation}:*"},"owner":"team","references":[],"required":false,"store":"main","type":"redis","verify":{"second-look":"PT2.5S"}}],\
                        "stores":{"cache":{"type":"redis"},"main":{"identity":"7001","type":"postgresql"}},\
                        "target":"PT720H"}""");
    }

    @Test
    void the_hash_is_that_of_the_content_computed_elsewhere() {
        assertThat(CatalogSnapshot.of(everything()).hash())
                .isEqualTo("sha256:dadc177ff0091729bb35c843da0d107d14f82b2bd90ae8b9bbb1f4118c024a32");
    }

    @Test
    void how_the_files_look_does_not_matter() {
        List<YamlSource> files = SmallCatalog.valid().files();
        List<YamlSource> reversed = new ArrayList<>(files);
        Collections.reverse(reversed);
        SmallCatalog spelled =
                SmallCatalog.valid().head("on-reopen: stop", "# the default\ngrace: PT168H\non-reopen: 'stop'");

        String hash = CatalogSnapshot.of(CatalogReader.read("folder", files)).hash();

        assertThat(CatalogSnapshot.of(CatalogReader.read("other", reversed)).hash())
                .isEqualTo(hash);
        assertThat(CatalogSnapshot.of(spelled.read()).hash()).isEqualTo(hash);
    }

    @Test
    void one_other_word_gives_another_hash() {
        Catalog catalog = SmallCatalog.valid().read();
        Catalog other = SmallCatalog.valid()
                .resources("owner: team\n  - id: main.notes", "owner: teams\n  - id: main.notes")
                .read();

        assertThat(CatalogSnapshot.of(other).hash())
                .isNotEqualTo(CatalogSnapshot.of(catalog).hash());
    }

    @Test
    void content_that_was_changed_is_refused() {
        CatalogSnapshot snapshot = CatalogSnapshot.of(SmallCatalog.valid().read());
        String bent = snapshot.content().replace("public.users", "public.usurs");

        assertThatThrownBy(() -> new CatalogSnapshot(snapshot.hash(), snapshot.policyVersion(), bent))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not what it was when it was stored");
    }

    private static Catalog everything() {
        return new Catalog(
                "2026-11",
                Duration.ofDays(7),
                Duration.ofDays(30),
                OnReopen.ERASE_OLDER,
                new TenantId("control"),
                Set.of(new TenantId("\u00e9"), new TenantId("b"), new TenantId("a")),
                new RegistryTable(
                        "main",
                        "public.registry",
                        "id",
                        "generation",
                        "state",
                        "OPEN",
                        "CLOSED",
                        Optional.of("closed_at"),
                        "lock",
                        Set.of("slug", "bucket")),
                Map.of(
                        "main", new StoreDeclaration("main", ResourceType.POSTGRESQL, Optional.of("7001")),
                        "cache", new StoreDeclaration("cache", ResourceType.REDIS, Optional.empty())),
                List.of(new NotTenantData("main", "public.*", "caf\u00e9", "somebody", LocalDate.of(2027, 11, 30))),
                List.of(rows(), children(), keys()));
    }

    private static Resource rows() {
        return resource(
                "rows",
                ResourceType.POSTGRESQL,
                new Ownership.TenantColumn("public.rows", "id", "tenant", Optional.empty()),
                new IdForm.Lower(),
                List.of(),
                List.of("rows"),
                Disposition.ERASE,
                FenceKind.REGISTRY_LOCK,
                true);
    }

    private static Resource children() {
        return resource(
                "children",
                ResourceType.POSTGRESQL,
                new Ownership.ParentRow("public.children", "id", "row_id", "rows"),
                new IdForm.Decimal(),
                List.of(),
                List.of("rows"),
                Disposition.ANONYMISE,
                FenceKind.LEASE,
                true);
    }

    private static Resource keys() {
        return resource(
                "keys",
                ResourceType.REDIS,
                new Ownership.KeyPattern("t:{tenant}:g{generation}:*"),
                new IdForm.Attribute("slug"),
                List.of("rows", "children"),
                List.of(),
                Disposition.ERASE,
                FenceKind.NAME,
                false);
    }

    private static Resource resource(
            String id,
            ResourceType type,
            Ownership ownership,
            IdForm form,
            List<String> derivedFrom,
            List<String> references,
            Disposition disposition,
            FenceKind fence,
            boolean required) {
        return new Resource(
                id,
                "main",
                type,
                ownership,
                form,
                derivedFrom,
                references,
                disposition,
                fence,
                new VerifyPolicy(Duration.ofMillis(2500)),
                List.of(new Location(Location.PRIMARY, "main"), new Location("replica", "other")),
                required,
                "team",
                new Limits(7));
    }
}
