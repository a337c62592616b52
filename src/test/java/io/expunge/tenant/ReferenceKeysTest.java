package io.expunge.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReferenceKeysTest {

    private static final String ONE = "0b".repeat(32);
    private static final String TWO = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    private static final ReferenceKeys KEYS = ReferenceKeys.parse("keys", """
            # the current key comes first
            k2=%s

              k1=%s
            """.formatted(TWO, ONE));

    /** Computed with OpenSSL and with Python's hmac; the ids are UTF-8, byte for byte. */
    @ParameterizedTest
    @CsvSource({
        "acme, c6667e9ad5c0f33e81dccf1001255258c5513a740554a79356a8554b7a09b9b4",
        "ACME, 47e8200e0b97683de5cf66534a6c00a868a3155481c39de89cbe36b53a42fa40",
        "acm\u00e9, eb7b0e9a014f83382337151fea350335c4750bca9e9814d4c8988108bd7051a9",
        "acme\u0301, e8c63c26e6865ce437d6c24ff728a585d7af4e51ea257ce4514ffa29d4de2bc4",
        "'ac%me ', 45a9d97d91a0b195ec9c565fe5b613f8a15d654163686370fe52507481bdae55",
        "\ud83d\ude00, f8b001cc33128b4a0141cd4d1ac22461514bdf18567c88e3fdc69a194b9f7260"
    })
    void a_reference_is_the_hmac_that_others_compute_too(String id, String expected) {
        assertThat(KEYS.refer(new TenantId(id))).isEqualTo(new TenantReference("k2", expected));
    }

    /** Test case 1 of RFC 4231 has a key of 20 bytes; HMAC pads keys with zero bytes, so 32 bytes with zeros are the same. */
    @Test
    void the_vector_of_rfc_4231() {
        ReferenceKeys keys = ReferenceKeys.parse("keys", "rfc=" + "0b".repeat(20) + "00".repeat(12));

        assertThat(keys.refer(new TenantId("Hi There")).value())
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    }

    @Test
    void every_key_still_held_can_be_looked_up_under_the_current_first() {
        TenantId tenant = new TenantId("acme");

        assertThat(KEYS.currentName()).isEqualTo("k2");
        assertThat(KEYS.referUnderEachKey(tenant))
                .containsExactly(
                        KEYS.refer(tenant),
                        ReferenceKeys.parse("old", "k1=" + ONE).refer(tenant));
    }

    @Test
    void no_key_is_shown() {
        assertThat(KEYS).hasToString("ReferenceKeys[k2, k1]");
    }

    @ParameterizedTest
    @CsvSource({
        "k1, is not of the form name=hex",
        "=ONE, is not of the form name=hex",
        "K1=ONE, is not of the form name=hex",
        "k1 = ONE, is not of the form name=hex",
        "k1=ONEg, is not of the form name=hex",
        "k1=ONE0, has an odd number of hexadecimal digits",
        "k1=0b0b, has a key of 2 bytes; expected at least 32",
        "k1=, has a key of 0 bytes; expected at least 32",
        "k0=ONE, has a name that another line has",
        "k1=TWO, has a key that another line has"
    })
    void a_bad_line_is_named_by_its_number_only(String line, String what) {
        String text = "# keys\nk0=" + TWO + "\n" + line.replace("ONE", ONE).replace("TWO", TWO) + "\n";

        assertThatThrownBy(() -> ReferenceKeys.parse("some/keys", text))
                .isInstanceOf(InvalidKeyFile.class)
                .hasMessageStartingWith("The key file some/keys can't be used: line 3 " + what)
                .hasMessageNotContainingAny("0b0b", "0001");
    }

    @Test
    void a_file_without_a_key_is_refused() {
        assertThatThrownBy(() -> ReferenceKeys.parse("keys", "# none\n"))
                .isInstanceOf(InvalidKeyFile.class)
                .hasMessage("The key file keys holds no key; expected a line name=hex");
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        assertThatThrownBy(() -> ReferenceKeys.read(Path.of("no-such-file")))
                .isInstanceOf(InvalidKeyFile.class)
                .hasMessage("The key file no-such-file can't be read (NoSuchFileException)");
    }

    @Test
    void a_reference_is_a_digest() {
        assertThatThrownBy(() -> new TenantReference("k1", "acme")).isInstanceOf(IllegalArgumentException.class);
    }
}
