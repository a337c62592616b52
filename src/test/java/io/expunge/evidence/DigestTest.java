package io.expunge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DigestTest {

    @Test
    void I8_no_two_lists_of_fields_are_written_alike() {
        List<String> digests = new ArrayList<>(List.of(
                digest("kind"),
                digest("kind", ""),
                digest("kind", (Object) null),
                digest("kind", "", ""),
                digest("kind", "ab", "c"),
                digest("kind", "a", "bc"),
                digest("kind", "abc"),
                digest("kind", "c", "ab"),
                digest("kinda", "b", "c"),
                digest("kind", "null"),
                digest("kind", "\u0000\u0000\u0000\u0001a"),
                digest("kind", "", "a")));

        assertThat(digests).doesNotHaveDuplicates().allMatch(digest -> digest.matches("[0-9a-f]{64}"));
    }

    @Test
    void the_same_fields_give_the_same_digest_on_every_machine() {
        assertThat(digest("kind", "é", 7L, null)).isEqualTo(digest("kind", "é", 7L, null));
        // A length of 4 bytes, most significant first, before each field's UTF-8 bytes: written out by hand.
        assertThat(digest("a")).isEqualTo("72ff6b02949dad95006c343e3db3150090d3afb49f6bbdb92fdc17607997a85c");
    }

    private static String digest(String kind, @Nullable Object... fields) {
        Digest digest = new Digest(kind);
        Arrays.stream(fields).forEach(digest::field);
        return digest.hex();
    }
}
