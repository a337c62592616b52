package io.expunge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ErasureOrderTest {

    private static final long SEED = 42;

    @Test
    void rows_come_before_what_they_point_to_and_sources_before_what_is_made_from_them() {
        Random random = new Random(SEED);

        for (int round = 0; round < 200; round++) {
            List<Resource> resources = randomCatalog(random);
            List<Resource> ordered = new Precedence(resources).inOrder();

            assertThat(ordered).containsExactlyInAnyOrderElementsOf(resources);
            List<String> ids = ordered.stream().map(Resource::id).toList();
            for (Resource resource : ordered) {
                int place = ids.indexOf(resource.id());
                assertThat(resource.references())
                        .as("seed %d", SEED)
                        .allSatisfy(id -> assertThat(ids.indexOf(id)).isGreaterThanOrEqualTo(place));
                assertThat(resource.derivedFrom())
                        .as("seed %d", SEED)
                        .allSatisfy(id -> assertThat(ids.indexOf(id)).isLessThan(place));
            }
            assertThat(ordered).extracting(Resource::wave).isSorted();
        }
    }

    @Test
    void what_nothing_orders_comes_as_declared() {
        List<Resource> resources = List.of(
                resource("zeta", List.of(), List.of()),
                resource("alpha", List.of(), List.of()),
                resource("mid", List.of(), List.of()));

        assertThat(new Precedence(resources).inOrder()).isEqualTo(resources);
    }

    @Test
    void a_self_reference_is_no_cycle() {
        Resource tree = resource("tree", List.of("tree"), List.of());

        assertThat(new Precedence(List.of(tree)).cycles()).isEmpty();
        assertThat(new Precedence(List.of(tree)).inOrder()).containsExactly(tree);
    }

    @Test
    void a_cycle_has_no_order() {
        List<Resource> resources =
                List.of(resource("a", List.of("b"), List.of()), resource("b", List.of("a"), List.of()));

        assertThatThrownBy(() -> new Precedence(resources).inOrder())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a, b, a]");
    }

    @Test
    void one_store_and_one_wave_can_be_asked_for() {
        ErasureOrder order = ErasureOrder.of(SmallCatalog.valid().read());

        assertThat(order.inStore("main", Wave.PRIMARY))
                .extracting(Resource::id)
                .containsExactly("main.notes", "main.users");
        assertThat(order.inStore("main", Wave.DERIVED)).isEmpty();
        assertThat(order.inStore("cache", Wave.DERIVED))
                .extracting(Resource::id)
                .containsExactly("cache.keys");
    }

    /** References go from a later to an earlier of a hidden order, derivations the other way; then all are shuffled. */
    private static List<Resource> randomCatalog(Random random) {
        List<Resource> resources = new ArrayList<>();
        List<String> primary = new ArrayList<>();
        List<String> derived = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            String id = "r" + i;
            if (primary.isEmpty() || random.nextBoolean()) {
                resources.add(resource(id, some(primary, random), List.of()));
                primary.add(id);
            } else {
                List<String> sources = new ArrayList<>(some(derived, random));
                sources.add(primary.get(random.nextInt(primary.size())));
                resources.add(resource(id, List.of(), sources));
                derived.add(id);
            }
        }
        Collections.shuffle(resources, random);
        return resources;
    }

    private static List<String> some(List<String> ids, Random random) {
        return ids.stream().filter(id -> random.nextInt(3) == 0).toList();
    }

    private static Resource resource(String id, List<String> references, List<String> derivedFrom) {
        return new Resource(
                id,
                "main",
                ResourceType.POSTGRESQL,
                new Ownership.TenantColumn("public." + id, "id", "tenant_id", Optional.empty()),
                new IdForm.Verbatim(),
                derivedFrom,
                references,
                Disposition.ERASE,
                FenceKind.REGISTRY_LOCK,
                new VerifyPolicy(Duration.ZERO),
                List.of(new Location(Location.PRIMARY, "main")),
                true,
                "team",
                new Limits(1));
    }
}
