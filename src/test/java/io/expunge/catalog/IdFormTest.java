package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.tenant.InvalidTenantId;
import io.expunge.tenant.TenantId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class IdFormTest {

    private static final long SEED = 20261130;

    /** What an id is made of when somebody wants to be taken for somebody else. */
    private static final List<String> PIECES = List.of(
            "acme",
            "ACME",
            "Acme",
            "2",
            "0",
            "-",
            "_",
            "%",
            "*",
            "?",
            "/",
            ":",
            "[",
            "]",
            "\\",
            " ",
            ".",
            "~",
            "+",
            "%25",
            "%3A",
            ":g1:",
            "\u00e9",
            "e\u0301",
            "\u0130",
            "i\u0307",
            "\u212a",
            "\u00df",
            "ss",
            "\uff21",
            "\ud83d\ude00");

    private static final Pattern UNRESERVED = Pattern.compile("([A-Za-z0-9._~-]|%[0-9A-F]{2})+");

    static List<IdForm> forms() {
        return List.of(
                new IdForm.Verbatim(),
                new IdForm.Decimal(),
                new IdForm.Lower(),
                new IdForm.PercentEncoded(),
                new IdForm.Attribute("slug"));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void different_tenants_are_never_written_alike(IdForm form) {
        List<String> written = hostileTenants().stream()
                .flatMap(tenant -> written(form, tenant).stream())
                .toList();

        assertThat(written).as("ids that %s holds", form.label()).hasSizeGreaterThan(5);
        assertThat(new HashSet<>(written)).as("written, seed %d", SEED).hasSameSizeAs(written);
    }

    @Test
    void percent_encoding_holds_every_id_in_unreserved_characters() {
        IdForm form = new IdForm.PercentEncoded();

        assertThat(hostileTenants())
                .extracting(tenant -> form.write(tenant, Map.of()))
                .allMatch(UNRESERVED.asMatchPredicate());
    }

    @ParameterizedTest
    @CsvSource({
        "acme,acme",
        "ac%me,ac%25me",
        "acme/x,acme%2Fx",
        "a b,a%20b",
        "acm\u00e9,acm%C3%A9",
        "acme\u0301,acme%CC%81",
        "[acme],%5Bacme%5D",
        "t:g1,t%3Ag1",
        "\ud83d\ude00,%F0%9F%98%80",
        "A.b_c~d-9,A.b_c~d-9"
    })
    void percent_encoding_writes(String id, String written) {
        assertThat(new IdForm.PercentEncoded().write(new TenantId(id), Map.of()))
                .isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"007", "+7", "-7", "7.0", "1e3", "0x1f", "\u0667", "seven", " 7"})
    void decimal_refuses_what_another_number_might_be_written_as(String id) {
        assertThatThrownBy(() -> new IdForm.Decimal().write(new TenantId(id), Map.of()))
                .isInstanceOf(NotInjective.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "7", "100", "18446744073709551616"})
    void decimal_writes_canonical_numbers(String id) {
        assertThat(new IdForm.Decimal().write(new TenantId(id), Map.of())).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Acme", "ACME", "\u00c9", "\u0130", "\u212a"})
    void lower_refuses_upper_case(String id) {
        assertThatThrownBy(() -> new IdForm.Lower().write(new TenantId(id), Map.of()))
                .isInstanceOf(NotInjective.class)
                .hasMessageNotContaining(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "*", "a\u0000b"})
    void an_attribute_that_no_id_may_be_is_refused(String value) {
        assertThatThrownBy(() -> new IdForm.Attribute("slug").write(new TenantId("acme"), Map.of("slug", value)))
                .isInstanceOf(NotInjective.class)
                .hasMessageContaining("attribute slug");
    }

    @Test
    void an_attribute_that_the_registry_lacks_is_refused() {
        assertThatThrownBy(() -> new IdForm.Attribute("slug").write(new TenantId("acme"), Map.of("bucket", "b")))
                .isInstanceOf(NotInjective.class);
    }

    /** The neighbours that the design names, and many more of the same kind. */
    private static Set<TenantId> hostileTenants() {
        Set<TenantId> tenants = new LinkedHashSet<>();
        List<String> named = List.of(
                "acme",
                "acme2",
                "acme-2",
                "ac%me",
                "ac_me",
                "acme*",
                "acme/x",
                "[acme]",
                "ACME",
                "Acme",
                "acm\u00e9",
                "acme\u0301",
                "acme ",
                " acme",
                "acme:g1",
                "7",
                "07",
                "70",
                "0");
        named.forEach(id -> tenants.add(new TenantId(id)));
        Random random = new Random(SEED);
        for (int i = 0; i < 5_000; i++) {
            random(random).ifPresent(tenants::add);
        }
        return tenants;
    }

    private static Optional<TenantId> random(Random random) {
        List<String> pieces = new ArrayList<>();
        int length = 1 + random.nextInt(4);
        for (int i = 0; i < length; i++) {
            pieces.add(PIECES.get(random.nextInt(PIECES.size())));
        }
        try {
            return Optional.of(new TenantId(String.join("", pieces)));
        } catch (InvalidTenantId e) {
            return Optional.empty();
        }
    }

    private static Optional<String> written(IdForm form, TenantId tenant) {
        try {
            return Optional.of(form.write(tenant, Map.of("slug", "slug of " + tenant.value())));
        } catch (NotInjective e) {
            return Optional.empty();
        }
    }
}
