package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static io.expunge.store.Tenants.CONTROL;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.tenant.TenantId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** I4: a probe that can't say answers that it can't, for every question, and never throws a store's failure. */
public interface NotBeingFooled extends StoreContract {

    @Test
    default void an_unreachable_store_is_unknown() {
        try (Probe probe = store().unreachableProbe()) {
            assertUnknown(probe, Blindness.UNAVAILABLE);
        }
    }

    @Test
    default void a_missing_right_is_unknown() {
        if (!store().can(Limitation.CHECK_RIGHTS)) {
            return;
        }
        store().put(ACME, 1, 1);
        store().close(ACME, 1);

        try (Probe probe = store().powerlessProbe()) {
            assertUnknown(probe, Blindness.DENIED);
        }
    }

    @Test
    default void a_position_of_another_store_is_not_compared() {
        Position strange = new Position("a position that no store of this kind gives");
        Subject subject = store().subject(ACME, 1);
        Position horizon = store().eraser().horizon();
        if (horizon.equals(Position.NONE)) {
            return;
        }

        Map<Subject, Sighting> sightings =
                store().probe().look(store().scope(), List.of(new Question(subject, strange, Position.NONE)));

        assertThat(sightings.get(subject))
                .isInstanceOfSatisfying(
                        Sighting.Unknown.class,
                        unknown -> assertThat(unknown.why()).isEqualTo(Blindness.OTHER_STORE));
    }

    @Test
    default void the_shape_of_the_question_shows_no_value() {
        TenantId odd = new TenantId("zq7-marker-9xk");
        store().probe().look(store().scope(), List.of(Question.about(store().subject(odd, 77_123))));

        String shape = store().probe().shape(store().scope());

        assertThat(shape).isNotBlank().doesNotContain(odd.value()).doesNotContain("77123");
    }

    @Test
    default void the_shape_is_known_without_the_store() {
        try (Probe probe = store().unreachableProbe()) {
            assertThat(probe.shape(store().scope())).isEqualTo(store().probe().shape(store().scope()));
        }
    }

    private void assertUnknown(Probe probe, Blindness why) {
        List<Question> questions =
                List.of(Question.about(store().subject(ACME, 1)), Question.about(store().subject(CONTROL, 1)));

        Map<Subject, Sighting> sightings = probe.look(store().scope(), questions);

        assertThat(sightings).hasSize(questions.size());
        assertThat(sightings.values())
                .allSatisfy(sighting -> assertThat(sighting)
                        .isInstanceOfSatisfying(
                                Sighting.Unknown.class,
                                unknown -> assertThat(unknown.why()).isEqualTo(why)));
    }
}
