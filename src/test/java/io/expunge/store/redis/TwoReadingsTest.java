package io.expunge.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The eraser's and the probe's readings share no code and must never disagree; where they do, one of them is wrong. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoReadingsTest {

    private static final long SEED = 20_261_130L;
    private static final String[] PIECES = {
        "t", ":", "::", "g", "s", "{", "}", "acme", "7", "0", "07", "2147483647", "2147483648", "\n", "é", "\\E", "*"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t:{tenant}:g{generation}:*",
                "{tenant}:{generation}:*",
                "t:{{tenant}}:g{generation}:*",
                "t:{tenant}:s:g{generation}:*",
                "t::{tenant}::g{generation}::s:*",
                "\\E{tenant}\\E:g{generation}\\E:*",
                "t^{tenant}^g{generation}^*",
                "t]{tenant}]g{generation}]*",
                "t:{tenant}:s:*"
            })
    void eraser_and_probe_read_a_key_alike(String pattern) {
        KeyTemplate template = KeyTemplate.of(Scopes.resource(pattern)).orElseThrow();
        KeyWitness witness = KeyWitness.of(Scopes.resource(pattern)).orElseThrow();
        Random random = new Random(SEED);
        int ours = 0;

        for (int attempt = 0; attempt < 20_000; attempt++) {
            byte[] key = key(pattern, random);
            Optional<KeyWitness.Testimony> read = asTestimony(template.read(key));
            ours += read.isPresent() ? 1 : 0;
            assertThat(witness.hear(key))
                    .as("seed %d, key %s", SEED, new String(key, StandardCharsets.ISO_8859_1))
                    .isEqualTo(read);
        }

        assertThat(ours).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t:{tenant}·g{generation}:*", "t:{tenant}:g{generation}·*"})
    void what_the_eraser_refuses_blinds_the_probe(String pattern) {
        assertThat(KeyTemplate.of(Scopes.resource(pattern))).isEmpty();
        assertThat(KeyWitness.of(Scopes.resource(pattern))).isEmpty();
    }

    /** Half of them the pattern filled in, with a slip in some; half of them noise. */
    private static byte[] key(String pattern, Random random) {
        StringBuilder key = new StringBuilder();
        if (random.nextBoolean()) {
            key.append(pattern.replace("{tenant}", piece(random)).replace("{generation}", piece(random)));
        } else {
            for (int pieces = random.nextInt(9); pieces >= 0; pieces--) {
                key.append(piece(random));
            }
        }
        if (key.length() > 0 && random.nextInt(3) == 0) {
            key.deleteCharAt(random.nextInt(key.length()));
        }
        byte[] bytes = key.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 && random.nextInt(10) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static String piece(Random random) {
        return PIECES[random.nextInt(PIECES.length)];
    }

    private static Optional<KeyWitness.Testimony> asTestimony(KeyReading reading) {
        if (reading instanceof KeyReading.OfGeneration of) {
            return Optional.of(new KeyWitness.Testimony(latin1(of.tenant()), Optional.of(of.generation())));
        }
        return reading instanceof KeyReading.WithoutGeneration without
                ? Optional.of(new KeyWitness.Testimony(latin1(without.tenant()), Optional.empty()))
                : Optional.empty();
    }

    private static String latin1(ByteBuffer bytes) {
        return StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
    }
}
