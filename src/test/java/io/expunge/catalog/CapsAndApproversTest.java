package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** I12: what needs a second person, and who that may be. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CapsAndApproversTest {

    @Test
    void caps_and_approvers_are_read_and_come_back_from_a_snapshot() {
        Catalog catalog = guarded().read();

        assertThat(catalog.caps()).isEqualTo(new Caps(Optional.of(500L), 5));
        assertThat(catalog.approvers())
                .containsExactly(new Approver("Ben B.", Set.of("ben")), new Approver("ann", Set.of("ann", "ann-ops")));
        assertThat(catalog.resource("main.users").limits()).isEqualTo(new Limits(1000, Optional.of(70L)));
        assertThat(catalog.isCapped()).isTrue();
        assertThat(CatalogSnapshot.of(catalog).catalog()).isEqualTo(catalog);
    }

    @Test
    void left_out_nothing_is_capped_and_ten_percent_are_tolerated() {
        Catalog catalog = SmallCatalog.valid().read();

        assertThat(catalog.isCapped()).isFalse();
        assertThat(catalog.caps()).isEqualTo(new Caps(Optional.empty(), 10));
        assertThat(catalog.approvers()).isEmpty();
    }

    /** A version that doesn't know caps would erase as if there were none. */
    @Test
    void only_a_catalog_that_says_something_of_it_is_written_in_the_new_format() {
        assertThat(CatalogSnapshot.of(SmallCatalog.valid().read()).content()).contains("\"format\":1");
        assertThat(CatalogSnapshot.of(guarded().read()).content()).contains("\"format\":2");
    }

    @Test
    void one_more_login_gives_another_hash() {
        Catalog other =
                guarded().head("logins: [ben]", "logins: [ben, ben-ops]").read();

        assertThat(CatalogSnapshot.of(other).hash())
                .isNotEqualTo(CatalogSnapshot.of(guarded().read()).hash());
    }

    @Test
    void a_login_is_one_persons_only() {
        assertThat(guarded().head("logins: [ben]", "logins: [ben, ann-ops]").problems())
                .singleElement()
                .asString()
                .contains("the login ann-ops again")
                .contains("line 19");
    }

    @Test
    void a_person_stands_there_once() {
        assertThat(guarded().head("person: Ben B.", "person: ann").problems())
                .singleElement()
                .asString()
                .contains("the person ann again");
    }

    @Test
    void a_service_login_is_nobodys() {
        assertThat(guarded().head("logins: [ben]", "logins: [expunge_eraser]").problems())
                .singleElement()
                .asString()
                .contains("the service login expunge_eraser")
                .contains("a person's own login");
    }

    @Test
    void an_approver_without_a_login_is_refused() {
        assertThat(guarded().head("logins: [ben]", "logins: []").problems())
                .singleElement()
                .asString()
                .contains("logins is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "tolerance: 5%, tolerance: 5, a percentage",
        "tolerance: 5%, tolerance: 101%, a percentage",
        "job: 500, job: 0, a whole number",
        "job: 500, most: 500, the unknown key most"
    })
    void a_cap_that_can_not_be_meant_is_refused(String words, String others, String said) {
        assertThat(guarded().head(words, others).problems())
                .singleElement()
                .asString()
                .startsWith("head.yaml:")
                .contains(said);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "1, 0, false",
        "110, 100, true",
        "111, 100, false",
        "10, 9, false",
        "9223372036854775807, 5, false"
    })
    void a_tenth_more_than_was_approved_is_tolerated(long items, long approved, boolean tolerated) {
        assertThat(new Caps(Optional.empty(), 10).tolerates(items, approved)).isEqualTo(tolerated);
    }

    private static SmallCatalog guarded() {
        return SmallCatalog.valid()
                .head(
                        "on-reopen: stop",
                        String.join("\n", List.of("on-reopen: stop", "caps: { job: 500, tolerance: 5% }")))
                .head(
                        "not-tenant-data:",
                        String.join(
                                "\n",
                                List.of(
                                        "approvers:",
                                        "  - { person: ann, logins: [ann, ann-ops] }",
                                        "  - { person: Ben B., logins: [ben] }",
                                        "not-tenant-data:")))
                .resources(
                        "owned-by: { column: tenant_id, generation-column: generation }\n    owner: team",
                        "owned-by: { column: tenant_id, generation-column: generation }\n    owner: team\n"
                                + "    limits: { cap: 70 }");
    }
}
