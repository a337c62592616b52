package io.expunge.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.Ownership.ObjectPrefix;
import io.expunge.catalog.Resource;
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
        "g", "/", "//", ":", "0", "1", "07", "7", "42", "2147483647", "2147483648", "99999999999", "x", "\n", "\\E", "é"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tenants/{tenant}/g{generation}/",
                "{tenant}/{generation}/",
                "t/{tenant}/files/g{generation}/objects/",
                "t:{tenant}:g{generation}:",
                "\\E{tenant}/\\E{generation}/\\E/",
                "tenants/{tenant}/"
            })
    void eraser_and_probe_read_a_key_alike(String pattern) {
        Resource resource = Objects.resource(new ObjectPrefix(pattern), FenceKind.NAME);
        ObjectLayout layout = ObjectLayout.of(resource).orElseThrow();
        PrefixWitness witness = PrefixWitness.of(resource).orElseThrow();
        String territory = witness.territory("acme").orElseThrow();
        assertThat(layout.tenantPrefix("acme")).contains(territory);
        Random random = new Random(SEED);
        int generations = 0;

        for (int attempt = 0; attempt < 20_000; attempt++) {
            String key = territory + rest(pattern, random);
            PrefixWitness.Testimony read = asTestimony(layout.read(territory, key));
            generations += read.generation().isPresent() ? 1 : 0;
            assertThat(witness.hear(territory, key))
                    .as("seed %d, key %s", SEED, key)
                    .isEqualTo(read);
        }

        assertThat(generations > 500).isEqualTo(layout.generational());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "acme/x", "/"})
    void neither_reads_an_id_that_would_be_anothers_prefix(String storedId) {
        Resource resource = Objects.resource(new ObjectPrefix(Objects.PATTERN), FenceKind.NAME);

        assertThat(ObjectLayout.of(resource).orElseThrow().tenantPrefix(storedId))
                .isEmpty();
        assertThat(PrefixWitness.of(resource).orElseThrow().territory(storedId)).isEmpty();
    }

    /** Half of it what the pattern has there, with a slip in some; half of it noise. */
    private static String rest(String pattern, Random random) {
        StringBuilder rest = new StringBuilder();
        int generation = pattern.indexOf("{generation}");
        if (generation >= 0 && random.nextBoolean()) {
            String before = pattern.substring(pattern.indexOf("{tenant}") + "{tenant}".length(), generation);
            rest.append(before.substring(before.lastIndexOf(before.charAt(0)) + 1))
                    .append(piece(random))
                    .append(pattern.substring(generation + "{generation}".length()));
        }
        for (int pieces = random.nextInt(5); pieces > 0; pieces--) {
            rest.append(piece(random));
        }
        if (rest.length() > 0 && random.nextInt(3) == 0) {
            rest.deleteCharAt(random.nextInt(rest.length()));
        }
        return rest.toString();
    }

    private static String piece(Random random) {
        return PIECES[random.nextInt(PIECES.length)];
    }

    private static PrefixWitness.Testimony asTestimony(ObjectReading reading) {
        if (reading instanceof ObjectReading.OfGeneration of) {
            return new PrefixWitness.Testimony(true, Optional.of(of.generation()));
        }
        return reading instanceof ObjectReading.WithoutGeneration
                ? PrefixWitness.Testimony.WITHOUT_GENERATION
                : PrefixWitness.Testimony.NOTHING;
    }
}
