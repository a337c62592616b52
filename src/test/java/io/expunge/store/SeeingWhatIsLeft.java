package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static io.expunge.store.Tenants.CONTROL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.tenant.TenantId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A probe tells what there is: by kind, by tenant, and of nobody else. */
public interface SeeingWhatIsLeft extends StoreContract {

    @Test
    default void an_erased_tenant_is_seen_to_be_gone_and_the_control_to_be_there_by_one_call() {
        store().put(CONTROL, 1, 2);
        store().open(CONTROL, 1);
        store().put(ACME, 1, 12);
        store().close(ACME, 1);
        Position horizon = store().eraser().horizon();
        Pass.over(store(), ACME, 1, 5);
        Question erased =
                new Question(store().subject(ACME, 1), horizon, store().eraser().position());
        Question control = Question.about(store().subject(CONTROL, 1));

        Map<Subject, Sighting> sightings = store().probe().look(store().scope(), List.of(erased, control));

        assertThat(sightings).containsOnlyKeys(erased.subject(), control.subject());
        assertThat(seen(sightings, erased.subject()).remaining()).isZero();
        assertThat(seen(sightings, erased.subject()).anything()).isFalse();
        assertThat(seen(sightings, control.subject()).anything()).isTrue();
    }

    @Test
    default void a_single_item_is_residue() {
        store().put(ACME, 1, 1);
        store().close(ACME, 1);

        Sighting.Seen seen = look(ACME, 1);

        assertThat(seen.residue() + seen.ungenerated()).isEqualTo(1);
        assertThat(seen.later()).isZero();
    }

    @Test
    default void an_item_of_an_older_generation_is_residue() {
        store().put(ACME, 1, 3);
        store().close(ACME, 2);

        assertThat(look(ACME, 2).remaining()).isEqualTo(3);
    }

    @Test
    default void an_item_without_a_generation_is_residue_too() {
        if (!store().can(Limitation.HOLD_ITEMS_WITHOUT_GENERATION)) {
            return;
        }
        store().putWithoutGeneration(ACME, 2);
        store().close(ACME, 1);

        Sighting.Seen seen = look(ACME, 1);

        assertThat(seen.ungenerated()).isEqualTo(2);
        assertThat(seen.remaining()).isEqualTo(2);
    }

    @Test
    default void items_of_a_later_generation_are_counted_and_are_no_residue() {
        if (!store().can(Limitation.TELL_GENERATIONS_APART)) {
            return;
        }
        store().put(ACME, 10, 4);
        store().close(ACME, 9);

        Sighting.Seen seen = look(ACME, 9);

        assertThat(seen.remaining()).isZero();
        assertThat(seen.later()).isEqualTo(4);
        assertThat(seen.anything()).isTrue();
    }

    @Test
    default void each_tenant_is_counted_without_its_neighbours() {
        Map<Subject, Long> put = new HashMap<>();
        for (TenantId tenant : Tenants.HOSTILE) {
            int items = 1 + Tenants.HOSTILE.indexOf(tenant);
            store().put(tenant, 1, items);
            store().close(tenant, 1);
            put.put(store().subject(tenant, 1), (long) items);
        }
        List<Question> questions = put.keySet().stream().map(Question::about).toList();

        Map<Subject, Sighting> sightings = store().probe().look(store().scope(), questions);

        assertThat(sightings).containsOnlyKeys(put.keySet());
        put.forEach((subject, items) -> assertThat(seen(sightings, subject).remaining())
                .as("of [%s]", subject.tenant().value())
                .isEqualTo(items));
    }

    @Test
    default void looking_changes_nothing() {
        store().put(ACME, 1, 6);
        store().close(ACME, 1);
        String before = store().digestOf(ACME);

        look(ACME, 1);

        assertThat(store().digestOf(ACME)).isEqualTo(before);
    }

    private Sighting.Seen look(TenantId tenant, int generation) {
        Subject subject = store().subject(tenant, generation);
        return seen(store().probe().look(store().scope(), List.of(Question.about(subject))), subject);
    }

    private static Sighting.Seen seen(Map<Subject, Sighting> sightings, Subject subject) {
        Sighting sighting = requireNonNull(sightings.get(subject), "no answer for a subject that was asked about");
        assertThat(sighting).isInstanceOf(Sighting.Seen.class);
        return (Sighting.Seen) sighting;
    }
}
