package io.expunge.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyTemplateTest {

    private final KeyTemplate template = template("t:{tenant}:g{generation}:*");

    @ParameterizedTest
    @CsvSource({
        "t:acme:g7:x, 7",
        "t:acme:g0:x, 0",
        "t:acme:g7:, 7",
        "t:acme:g7:x:g9:y, 7",
        "t:acme:g2147483647:x, 2147483647"
    })
    void a_key_says_its_generation(String key, int generation) {
        assertThat(read(key)).isEqualTo(new KeyReading.OfGeneration(bytes("acme"), generation));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t:acme:",
                "t:acme:x",
                "t:acme:g",
                "t:acme:g7",
                "t:acme:g7x:",
                "t:acme:g:x",
                "t:acme:g07:x",
                "t:acme:g-7:x",
                "t:acme:g+7:x",
                "t:acme:g 7:x",
                "t:acme:g٧:x",
                "t:acme:G7:x",
                "t:acme::g7:x",
                "t:acme:g2147483648:x",
                "t:acme:g99999999999999999999:x"
            })
    void a_key_of_the_tenant_whose_generation_is_no_number_is_the_tenants_still(String key) {
        assertThat(read(key)).isEqualTo(new KeyReading.WithoutGeneration(bytes("acme")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "t", "t:", "t::g7:x", "t:acme", "T:acme:g7:x", "xt:acme:g7:x", "tacme:g7:x"})
    void a_key_outside_the_pattern_is_none_of_ours(String key) {
        assertThat(read(key)).isEqualTo(KeyReading.NOT_OURS);
    }

    @Test
    void a_tenant_is_the_bytes_between_head_and_delimiter() {
        byte[] key = {'t', ':', (byte) 0xff, 0, '\n', ':', 'g', '1', ':'};

        assertThat(template.read(key))
                .isEqualTo(new KeyReading.OfGeneration(ByteBuffer.wrap(new byte[] {(byte) 0xff, 0, '\n'}), 1));
    }

    @ParameterizedTest
    @CsvSource({
        "t:{tenant}:g{generation}:*,      t:acme:",
        "{tenant}:{generation}:*,         acme:",
        "s:{{tenant}}:g{generation}:*,    s:{acme}",
        "t:{tenant}:c:g{generation}:*,    t:acme:c:",
        "users::{tenant}::g{generation}:*, users::acme::",
        "t:{tenant}:sessions:*,           t:acme:sessions:"
    })
    void the_prefix_of_a_tenant_ends_with_the_last_delimiter_before_the_generation(String pattern, String prefix) {
        assertThat(template(pattern).prefix("acme")).hasValue(prefix.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "ac:me", "acme:", ":acme", "half \ud800 pair"})
    void an_id_that_could_be_cut_short_has_no_prefix(String storedId) {
        assertThat(template.prefix(storedId)).isEmpty();
    }

    @Test
    void two_resources_below_one_tenant_are_kept_apart() {
        KeyTemplate sessions = template("t:{tenant}:s:g{generation}:*");
        KeyTemplate profiles = template("t:{tenant}:g{generation}:profile:*");

        assertThat(sessions.read("t:acme:p:g7:x".getBytes(UTF_8))).isEqualTo(KeyReading.NOT_OURS);
        assertThat(profiles.read("t:acme:g7:session:x".getBytes(UTF_8))).isEqualTo(KeyReading.NOT_OURS);
    }

    @Test
    void without_a_generation_in_the_pattern_no_key_has_one() {
        KeyTemplate whole = template("t:{tenant}:*");

        assertThat(whole.generational()).isFalse();
        assertThat(whole.read("t:acme:g7:x".getBytes(UTF_8)))
                .isEqualTo(new KeyReading.WithoutGeneration(bytes("acme")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t:{tenant}·g{generation}:*", "t:{tenant}:g{generation}·*"})
    void a_delimiter_of_more_than_one_byte_is_not_read(String pattern) {
        assertThat(KeyTemplate.of(Scopes.resource(pattern))).isEmpty();
    }

    private static KeyTemplate template(String pattern) {
        return KeyTemplate.of(Scopes.resource(pattern)).orElseThrow();
    }

    private KeyReading read(String key) {
        return template.read(key.getBytes(UTF_8));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
