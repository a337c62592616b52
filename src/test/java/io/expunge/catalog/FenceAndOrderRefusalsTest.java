package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Layouts that read well and yet could not be erased safely, or in no order. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FenceAndOrderRefusalsTest {

    private static final SmallCatalog VALID = SmallCatalog.valid();
    private static final String USERS = "owned-by: { column: tenant_id, generation-column: generation }";
    private static final String WITHOUT_GENERATION = "owned-by: { column: tenant_id }";
    private static final String KEYS = "owned-by: { key-pattern: \"t:{tenant}:g{generation}:*\" }";

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void fences_are_refused(String why, SmallCatalog broken, String problem) {
        assertThat(broken.problems()).contains(problem);
    }

    static Stream<Arguments> fences_are_refused() {
        return Stream.of(
                refused(
                        "predicate without a generation column",
                        VALID.resources(USERS, WITHOUT_GENERATION + "\n    fence: predicate"),
                        "res.yaml:7:12: main.users has the fence predicate, which needs a generation-column or generation-field, expected registry-lock"),
                refused(
                        "name on rows",
                        VALID.resources(USERS, USERS + "\n    fence: name"),
                        "res.yaml:7:12: main.users has the fence name, which needs {generation} in a key pattern or prefix, expected predicate or registry-lock"),
                refused(
                        "predicate on keys",
                        VALID.resources(KEYS, KEYS + "\n    fence: predicate"),
                        "res.yaml:17:12: cache.keys has the fence predicate, which needs a generation-column or generation-field, expected name or lease"),
                refused(
                        "a lease on rows",
                        VALID.resources(USERS, USERS + "\n    fence: lease"),
                        "res.yaml:7:12: main.users has the fence lease, which is for stores that know no transactions, expected predicate or registry-lock"),
                refused(
                        "going on after a re-opening with a lease",
                        VALID.head("on-reopen: stop", "on-reopen: erase-older")
                                .resources(KEYS, KEYS + "\n    fence: lease"),
                        "res.yaml:17:12: cache.keys has the fence lease, which can't tell generations apart as on-reopen: erase-older needs, expected name or predicate, or on-reopen: stop"),
                refused(
                        "listed versions of rows",
                        VALID.resources(USERS, USERS + "\n    fence: listed-version"),
                        "res.yaml:7:12: main.users has the fence listed-version, which needs objects with immutable version ids, expected predicate or registry-lock"),
                refused(
                        "keys without a generation, by default",
                        VALID.resources("g{generation}:*", "*"),
                        "res.yaml:14:5: cache.keys names no fence, and its layout gives none, expected {generation} in the key pattern, or fence: lease if re-opening is refused while a job is open"),
                refused(
                        "name on keys without a generation",
                        VALID.resources(KEYS, "owned-by: { key-pattern: \"t:{tenant}:*\" }\n    fence: name"),
                        "res.yaml:17:12: cache.keys has the fence name, which needs {generation} in a key pattern or prefix, expected lease"),
                refused(
                        "registry lock far from the registry, by default",
                        VALID.andResource("""
                                - id: archive.users
                                  store: archive
                                  table: public.users
                                  key: id
                                  owned-by: { column: tenant_id }
                                  owner: team
                                """),
                        "res.yaml:20:5: archive.users names no fence, and its layout gives none, expected a generation-column, which any database can compare"),
                refused(
                        "predicate on rows whose parent has no generation",
                        VALID.resources(USERS, WITHOUT_GENERATION)
                                .resources("parent: main.users }", "parent: main.users }\n    fence: predicate"),
                        "res.yaml:13:12: main.notes has the fence predicate, which needs a generation-column or generation-field, expected registry-lock"),
                refused(
                        "going on after a re-opening where generations can't be told apart",
                        VALID.head("on-reopen: stop", "on-reopen: erase-older").resources(USERS, WITHOUT_GENERATION),
                        "res.yaml:2:5: main.users has the fence registry-lock, which can't tell generations apart as on-reopen: erase-older needs, expected name or predicate, or on-reopen: stop"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void orders_are_refused(String why, SmallCatalog broken, String problem) {
        assertThat(broken.problems()).containsExactly(problem);
    }

    static Stream<Arguments> orders_are_refused() {
        return Stream.of(
                refused(
                        "rows that point to each other",
                        VALID.resources(USERS, USERS + "\n    references: [main.notes]"),
                        "res.yaml:2:5: each of these must be erased before the next: main.users → main.notes → main.users, expected references and derived-from without a cycle"),
                refused(
                        "a source in the same wave of another store",
                        VALID.andResource("""
                                - id: archive.users
                                  store: archive
                                  table: public.users
                                  key: id
                                  owned-by: { column: tenant_id, generation-column: generation }
                                  derived-from: [cache.keys]
                                  owner: team
                                """),
                        "res.yaml:25:20: archive.users derives from cache.keys of another store, whose turn comes in the same wave, expected sources of an earlier wave (resources that derive from nothing), or of the same store"),
                refused(
                        "rows that point to what an earlier wave erases",
                        VALID.andResource("""
                                - id: main.totals
                                  store: main
                                  table: public.totals
                                  key: id
                                  owned-by: { column: tenant_id, generation-column: generation }
                                  derived-from: [main.notes]
                                  references: [main.users]
                                  owner: team
                                """),
                        "res.yaml:26:18: main.totals points to main.users, which is erased in an earlier wave, expected derived-from on both or on neither: what points must be erased first"),
                refused(
                        "sources that derive from each other",
                        VALID.andResource("""
                                - id: cache.first
                                  store: cache
                                  owned-by: { key-pattern: "first:{tenant}:g{generation}:*" }
                                  as: percent-encoded
                                  derived-from: [cache.second]
                                  owner: team
                                - id: cache.second
                                  store: cache
                                  owned-by: { key-pattern: "second:{tenant}:g{generation}:*" }
                                  as: percent-encoded
                                  derived-from: [cache.first]
                                  owner: team
                                """),
                        "res.yaml:20:5: each of these must be erased before the next: cache.first → cache.second → cache.first, expected references and derived-from without a cycle"));
    }

    private static Arguments refused(String why, SmallCatalog broken, String problem) {
        return Arguments.of(why, broken, problem);
    }
}
