package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.tenant.TenantId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Buckets and search indices in the catalog. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ObjectsAndDocumentsTest {

    private static final SmallCatalog VALID =
            SmallCatalog.valid().head("  cache: { type: redis }", """
                      cache: { type: redis }
                      objects: { type: s3 }
                      copies: { type: s3 }
                      search: { type: opensearch }\
                    """).andResource("""
                    - id: objects.files
                      store: objects
                      owned-by: { prefix: "tenants/{tenant}/g{generation}/" }
                      as: percent-encoded
                      locations: [{ name: replica, store: copies }]
                      owner: team
                    - id: search.notes
                      store: search
                      index: notes
                      owned-by: { field: tenant, generation-field: generation }
                      derived-from: [main.notes]
                      owner: team
                    """);

    @Test
    void are_read_with_their_copies_and_strongest_fences() {
        Catalog catalog = VALID.read();

        Resource files = catalog.resource("objects.files");
        assertThat(files.ownedBy()).isEqualTo(new Ownership.ObjectPrefix("tenants/{tenant}/g{generation}/"));
        assertThat(files.fence()).isEqualTo(FenceKind.NAME);
        assertThat(files.wave()).isEqualTo(Wave.PRIMARY);
        assertThat(files.locations())
                .containsExactly(new Location("primary", "objects"), new Location("replica", "copies"));
        Resource notes = catalog.resource("search.notes");
        assertThat(notes.ownedBy())
                .isEqualTo(new Ownership.DocumentField("notes", "tenant", Optional.of("generation")));
        assertThat(notes.fence()).isEqualTo(FenceKind.PREDICATE);
        assertThat(notes.wave()).isEqualTo(Wave.DERIVED);
    }

    @Test
    void come_back_equal_from_a_snapshot() {
        Catalog catalog = VALID.read();

        assertThat(CatalogSnapshot.of(catalog).catalog()).isEqualTo(catalog);
        assertThat(CatalogSnapshot.of(catalog).content())
                .contains("\"owned-by\":{\"prefix\":\"tenants/{tenant}/g{generation}/\"}")
                .contains(
                        "\"owned-by\":{\"field\":\"tenant\",\"generation-field\":\"generation\",\"index\":\"notes\"}");
    }

    @Test
    void a_prefix_without_a_generation_is_fenced_by_the_listed_versions() {
        Resource files = VALID.resources("/g{generation}/", "/").read().resource("objects.files");

        assertThat(files.fence()).isEqualTo(FenceKind.LISTED_VERSION);
    }

    @ParameterizedTest
    @CsvSource({
        "tenants/{tenant}/g{generation}/*, has a * where every object whose key begins with it is meant anyway",
        "tenants/, lacks {tenant}",
        "tenants/{tenant}, has no delimiter behind {tenant}",
        "tenants/{tenant}/g{generation}, has no delimiter behind {generation}",
        "tenants/{tenant}/g, has no delimiter at its end"
    })
    void prefixes_are_refused(String prefix, String what) {
        assertThatThrownBy(() -> new Ownership.ObjectPrefix(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the prefix " + what.replace("a * where", "a *, where"));
    }

    @Test
    void an_id_with_the_delimiter_is_refused_where_it_stands_as_it_is() {
        Resource files = VALID.resources("    as: percent-encoded\n    locations", "    locations")
                .read()
                .resource("objects.files");

        assertThatThrownBy(() -> files.storedId(new TenantId("acme/x"), Map.of()))
                .isInstanceOf(NotInjective.class)
                .hasMessageContaining("it holds the delimiter of the prefix of objects.files");
    }

    /** "tenants/" and "/g2147483647/" leave 1024 - 8 - 13 bytes; a percent-encoded é takes six. */
    @Test
    void an_id_that_no_key_has_room_for_is_refused() {
        Resource files = VALID.read().resource("objects.files");
        String longest = "\u00e9".repeat(167);

        assertThat(files.storedId(new TenantId(longest), Map.of())).hasSize(1002);
        assertThatThrownBy(() -> files.storedId(new TenantId(longest + "\u00e9"), Map.of()))
                .isInstanceOf(NotInjective.class)
                .hasMessageContaining("the keys of objects.files would be longer than S3 allows");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void catalogs_are_refused(String why, SmallCatalog broken, String problem) {
        assertThat(broken.problems()).isEqualTo(List.of(problem));
    }

    static Stream<Arguments> catalogs_are_refused() {
        return Stream.of(
                Arguments.of(
                        "an index with a wildcard",
                        VALID.resources("index: notes", "index: notes-*"),
                        "res.yaml:28:12: index is \"notes-*\", expected the name of an index, alias or data stream, such as tickets, without wildcards"),
                Arguments.of(
                        "documents without an index",
                        VALID.resources("    index: notes\n", ""),
                        "res.yaml:26:5: the key index is missing, expected the name of an index, alias or data stream, such as tickets, without wildcards"),
                Arguments.of(
                        "documents in a bucket",
                        VALID.resources("store: search", "store: objects"),
                        "res.yaml:29:15: search.notes is an index in an s3 store, expected a prefix"),
                Arguments.of(
                        "objects in a cache",
                        VALID.resources("store: objects", "store: cache")
                                .resources("    locations: [{ name: replica, store: copies }]\n", ""),
                        "res.yaml:22:15: objects.files is a prefix in a redis store, expected a key-pattern"),
                Arguments.of(
                        "documents without a generation and a fence",
                        VALID.resources("{ field: tenant, generation-field: generation }", "{ field: tenant }"),
                        "res.yaml:26:5: search.notes names no fence, and its layout gives none, expected a generation-field, which the search index can compare, or fence: lease if re-opening is refused while a job is open"),
                Arguments.of(
                        "a copy in an unknown store",
                        VALID.resources("store: copies", "store: copy"),
                        "res.yaml:24:16: the unknown store copy, expected one of archive, cache, copies, main, objects, search"),
                Arguments.of(
                        "a copy in a store of another kind",
                        VALID.resources("store: copies", "store: cache"),
                        "res.yaml:24:16: the copy replica is in cache, a redis store, expected an s3 store: a copy of another kind is a resource of its own"),
                Arguments.of(
                        "a copy in the same store",
                        VALID.resources("store: copies", "store: objects"),
                        "res.yaml:24:16: the store objects twice in objects.files, expected a store of its own for each copy"),
                Arguments.of(
                        "a copy that calls itself the primary",
                        VALID.resources("name: replica", "name: primary"),
                        "res.yaml:24:16: the location primary again, expected a name of its own for each copy"));
    }
}
