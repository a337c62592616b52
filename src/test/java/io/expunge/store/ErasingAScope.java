package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.OnReopen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** All of the closed generation goes, in bounded slices, and what is acknowledged is what happened. */
public interface ErasingAScope extends StoreContract {

    @Test
    default void everything_of_the_closed_generation_is_gone() {
        store().put(ACME, 3, 25);
        store().close(ACME, 3);

        Pass pass = Pass.over(store(), ACME, 3, 10);

        assertThat(pass.deleted()).isEqualTo(25);
        assertThat(store().countOf(ACME)).isZero();
    }

    @Test
    default void older_generations_go_too() {
        store().put(ACME, 1, 4);
        store().put(ACME, 2, 4);
        store().put(ACME, 3, 4);
        store().close(ACME, 3);

        Pass pass = Pass.over(store(), ACME, 3, 100);

        assertThat(pass.deleted()).isEqualTo(12);
        assertThat(store().countOf(ACME)).isZero();
    }

    @Test
    default void no_slice_removes_more_than_it_has_room_for() {
        store().put(ACME, 1, 23);
        store().close(ACME, 1);

        Pass pass = Pass.over(store(), ACME, 1, 5);

        assertThat(pass.outcomes())
                .allSatisfy(outcome -> assertThat(outcome.deletedItems()).isLessThanOrEqualTo(5));
        assertThat(pass.deleted()).isEqualTo(23);
    }

    @Test
    default void a_single_item_at_a_time_ends_as_well() {
        store().put(ACME, 1, 7);
        store().close(ACME, 1);

        Pass pass = Pass.over(store(), ACME, 1, 1);

        assertThat(pass.deleted()).isEqualTo(7);
        assertThat(store().countOf(ACME)).isZero();
    }

    @Test
    default void a_pass_in_which_nothing_was_there_is_absent() {
        store().close(ACME, 1);

        Pass pass = Pass.over(store(), ACME, 1, 10);

        assertThat(pass.outcomes()).isNotEmpty().allMatch(SliceOutcome.Absent.class::isInstance);
    }

    @Test
    default void an_item_without_a_generation_stays_and_is_left_to_the_probe() {
        if (!store().can(Limitation.HOLD_ITEMS_WITHOUT_GENERATION)) {
            return;
        }
        store().put(ACME, 1, 3);
        store().putWithoutGeneration(ACME, 2);
        store().close(ACME, 1);

        Pass pass = Pass.over(store(), ACME, 1, 10);

        assertThat(pass.deleted()).isEqualTo(3);
        assertThat(store().countOf(ACME)).isEqualTo(2);
    }

    @Test
    default void the_baseline_is_what_there_is_before_and_nothing_after() {
        store().put(ACME, 1, 12);
        store().close(ACME, 1);
        Target target = new Target("task-1", store().subject(ACME, 1));

        Map<String, Long> before = store().surveyor().count(store().scope(), List.of(target));
        Pass.over(store(), ACME, 1, 10);
        Map<String, Long> after = store().surveyor().count(store().scope(), List.of(target));

        assertThat(before).containsExactly(Map.entry("task-1", 12L));
        assertThat(after).containsExactly(Map.entry("task-1", 0L));
    }

    @Test
    default void a_grouped_pass_answers_for_each_of_its_targets() {
        Tenants.HOSTILE.forEach(tenant -> {
            store().put(tenant, 1, 3);
            store().close(tenant, 1);
        });
        if (!store().eraser().grouped()) {
            return;
        }
        List<Target> targets = Tenants.HOSTILE.stream()
                .map(tenant -> new Target("task of " + Tenants.HOSTILE.indexOf(tenant), store().subject(tenant, 1)))
                .toList();

        SliceResult result = store().eraser()
                .erase(new Slice(store().scope(), targets, ResumePoint.START, 1_000, Pass.DEADLINE, OnReopen.STOP));

        assertThat(result.outcomes())
                .containsOnlyKeys(targets.stream().map(Target::taskId).toList());
    }
}
