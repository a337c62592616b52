package io.expunge.store.s3;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What may go from a page, so that no older version is ever current again. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PagePlanTest {

    private static final long SEED = 20_261_130L;

    @Test
    void what_is_current_stays_as_long_as_anything_stands_beside_it() {
        StoredVersion marker = version("a", 3, true, true);
        StoredVersion second = version("a", 2, false, false);
        StoredVersion first = version("a", 1, false, false);
        StoredVersion alone = version("b", 1, false, true);

        assertThat(plan(List.of(marker, second, first, alone), false).doomed()).containsExactly(second, first, alone);
        assertThat(plan(List.of(marker), false).doomed()).containsExactly(marker);
    }

    @Test
    void the_last_key_of_a_cut_page_may_have_more_behind_it() {
        StoredVersion a = version("a", 1, false, true);
        StoredVersion b = version("b", 1, false, true);

        PagePlan plan = plan(List.of(a, b), true);

        assertThat(plan.doomed()).containsExactly(a);
        assertThat(plan.open()).contains("b");
    }

    @Test
    void a_page_that_goes_on_with_a_key_shows_nothing_current_of_it() {
        StoredVersion second = version("a", 2, false, false);
        StoredVersion first = version("a", 1, false, false);

        assertThat(new PagePlan(page(List.of(second, first), false), Optional.of("a"), Optional.empty()).doomed())
                .containsExactly(second, first);
        // Not known whether anything stands before it: then the newest counts as current.
        assertThat(plan(List.of(second, first), false).doomed()).containsExactly(first);
    }

    @Test
    void a_key_that_is_given_again_is_skipped() {
        StoredVersion a = version("a", 1, false, true);
        StoredVersion b = version("b", 1, false, true);

        assertThat(new PagePlan(page(List.of(a, b), false), Optional.empty(), Optional.of("a")).doomed())
                .containsExactly(b);
    }

    @Test
    void a_key_is_settled_when_all_before_it_and_of_it_is_gone_or_stays() {
        StoredVersion a = version("a", 1, false, true);
        StoredVersion current = version("b", 2, false, true);
        StoredVersion locked = version("b", 1, false, false);
        StoredVersion c = version("c", 1, false, true);
        PagePlan plan = plan(List.of(a, current, locked, c), false);

        assertThat(plan.settled(Set.of(locked), Set.of(a))).contains("b");
        assertThat(plan.settled(Set.of(locked), Set.of())).isEmpty();
        assertThat(plan.settled(Set.of(locked, c), Set.of(a))).contains("c");
        assertThat(plan.settled(Set.of(), Set.of(a, c))).isEmpty();
    }

    /** A bucket in memory, cut into pages of any size, of which only some of what is doomed goes before the next crash. */
    @Test
    void however_pages_are_cut_and_wherever_it_stops_no_older_version_is_current_again() {
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            Map<String, List<StoredVersion>> bucket = bucket(random);
            Map<String, StoredVersion> current = new HashMap<>();
            bucket.forEach((key, versions) -> current.put(key, versions.get(0)));
            int size = 2 + random.nextInt(5);
            for (int pass = 0; !bucket.isEmpty(); pass++) {
                assertThat(pass).as("seed %d, round %d: an end", SEED, round).isLessThan(1_000);
                List<StoredVersion> doomed =
                        new ArrayList<>(firstPage(bucket, size).doomed());
                Collections.shuffle(doomed, random);
                for (StoredVersion each : doomed.subList(0, random.nextInt(doomed.size() + 1))) {
                    delete(bucket, each);
                    assertStillCurrent(bucket, current, round);
                }
            }
        }
    }

    private static PagePlan firstPage(Map<String, List<StoredVersion>> bucket, int size) {
        List<StoredVersion> listed =
                bucket.values().stream().flatMap(List::stream).toList();
        return plan(listed.subList(0, Math.min(size, listed.size())), listed.size() > size);
    }

    private static void assertStillCurrent(
            Map<String, List<StoredVersion>> bucket, Map<String, StoredVersion> current, int round) {
        bucket.forEach((key, versions) -> assertThat(versions.get(0))
                .as("seed %d, round %d, current of %s", SEED, round, key)
                .isEqualTo(requireNonNull(current.get(key))));
    }

    private static void delete(Map<String, List<StoredVersion>> bucket, StoredVersion version) {
        List<StoredVersion> versions = new ArrayList<>(bucket.getOrDefault(version.key(), List.of()));
        versions.remove(version);
        if (versions.isEmpty()) {
            bucket.remove(version.key());
        } else {
            bucket.put(version.key(), versions);
        }
    }

    private static Map<String, List<StoredVersion>> bucket(Random random) {
        Map<String, List<StoredVersion>> bucket = new TreeMap<>();
        int keys = 1 + random.nextInt(4);
        for (int key = 0; key < keys; key++) {
            List<StoredVersion> versions = new ArrayList<>();
            int count = 1 + random.nextInt(9);
            for (int version = count; version > 0; version--) {
                versions.add(version("k" + key, version, random.nextBoolean(), version == count));
            }
            bucket.put("k" + key, versions);
        }
        return bucket;
    }

    private static PagePlan plan(List<StoredVersion> versions, boolean cut) {
        return new PagePlan(page(versions, cut), Optional.empty(), Optional.empty());
    }

    private static VersionPage page(List<StoredVersion> versions, boolean cut) {
        StoredVersion last = versions.get(versions.size() - 1);
        return new VersionPage(
                versions,
                List.of(),
                cut
                        ? Optional.of(new ListingPoint(Optional.of(last.key()), Optional.of(last.id())))
                        : Optional.empty());
    }

    private static StoredVersion version(String key, int number, boolean marker, boolean latest) {
        return new StoredVersion(key, "v" + number, marker, latest, Instant.ofEpochSecond(number));
    }
}
