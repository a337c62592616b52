package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.tenant.TenantId;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** I12: a layout whose mapping from id to key is not injective is refused before any store is touched. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyPatternTest {

    @ParameterizedTest
    @CsvSource({
        "t:{tenant}:g{generation}:*, ':', true",
        "t:{tenant}:*, ':', false",
        "{tenant}/{generation}/*, '/', true",
        "t:{{tenant}}:g{generation}:*, '}', true",
        "app|{tenant}|cache|*, '|', false"
    })
    void accepted(String pattern, String delimiter, boolean generation) {
        Ownership.KeyPattern keys = new Ownership.KeyPattern(pattern);

        assertThat(keys.delimiter()).isEqualTo(delimiter);
        assertThat(keys.hasGeneration()).isEqualTo(generation);
    }

    @ParameterizedTest
    @CsvSource({
        "t:{tenant}:, does not end in *",
        "t:*:{tenant}:*, has a * before its end",
        "t:*, lacks {tenant}",
        "{tenant}:{tenant}:*, names {tenant} twice",
        "g{generation}:{tenant}:*, names {generation} before {tenant}",
        "t:{tenant}:{generation}:{generation}:*, names {generation} twice",
        "t:{tenant}:{shard}:*, has a placeholder other than {tenant} and {generation}",
        "t:{tenant}*, has no delimiter behind {tenant}",
        "t:{tenant}{generation}:*, has no delimiter behind {tenant}",
        "t:{tenant}g{generation}:*, has no delimiter behind {tenant}",
        "t:{tenant}%3A*, has no delimiter behind {tenant}",
        "t:{tenant}\u00b7*, has no delimiter behind {tenant}",
        "t:{tenant}:g{generation}*, has no delimiter behind {generation}",
        "t:{tenant}:g{generation}0:*, has no delimiter behind {generation}",
        "t:{tenant}:cache*, has no delimiter before its closing *"
    })
    void refused(String pattern, String what) {
        assertThatThrownBy(() -> new Ownership.KeyPattern(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the key pattern " + what);
    }

    @ParameterizedTest
    @ValueSource(strings = {"verbatim", "lower", "{ attribute: slug }"})
    void an_id_that_holds_the_delimiter_is_refused_where_it_would_be_written_as_it_stands(String form) {
        Resource keys = SmallCatalog.valid()
                .resources("as: percent-encoded", "as: " + form)
                .read()
                .resource("cache.keys");
        TenantId neighbour = new TenantId("acme:g1:x");

        assertThatThrownBy(() -> keys.storedId(neighbour, Map.of("slug", neighbour.value())))
                .isInstanceOf(NotInjective.class)
                .hasMessageContaining("it holds the delimiter of the key pattern of cache.keys")
                .hasMessageNotContaining(neighbour.value());
    }

    @Test
    void percent_encoding_holds_an_id_with_the_delimiter() {
        Resource keys = SmallCatalog.valid().read().resource("cache.keys");

        assertThat(keys.storedId(new TenantId("acme:g1:x"), Map.of())).isEqualTo("acme%3Ag1%3Ax");
    }

    @Test
    void rows_know_no_delimiter() {
        Resource users = SmallCatalog.valid().read().resource("main.users");

        assertThat(users.storedId(new TenantId("acme:g1:x"), Map.of())).isEqualTo("acme:g1:x");
    }
}
