package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.OnReopen;
import io.expunge.tenant.TenantId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** I2: what lives under a later generation is never touched, and without a fence nothing is. */
public interface MeetingALaterGeneration extends StoreContract {

    @Test
    default void items_of_a_later_generation_stay_though_the_registry_has_not_moved() {
        if (!store().can(Limitation.TELL_GENERATIONS_APART)) {
            return;
        }
        store().put(ACME, 4, 9);
        String later = store().digestOf(ACME);
        store().put(ACME, 3, 9);
        store().close(ACME, 3);

        Pass pass = Pass.over(store(), ACME, 3, 4);

        assertThat(pass.deleted()).isEqualTo(9);
        assertThat(store().digestOf(ACME)).isEqualTo(later);
    }

    @Test
    default void a_generation_is_a_number_and_no_text() {
        if (!store().can(Limitation.TELL_GENERATIONS_APART)) {
            return;
        }
        store().put(ACME, 10, 3);
        store().put(ACME, 100, 3);
        String later = store().digestOf(ACME);
        store().put(ACME, 1, 3);
        store().put(ACME, 9, 3);
        store().close(ACME, 9);

        Pass.over(store(), ACME, 9, 4);

        assertThat(store().digestOf(ACME)).isEqualTo(later);
    }

    @Test
    default void a_tenant_re_opened_before_the_slice_is_left_alone() {
        store().put(ACME, 3, 9);
        store().open(ACME, 4);
        String before = store().digestOf(ACME);

        SliceOutcome outcome = firstSlice(OnReopen.STOP, 3);

        if (store().can(Limitation.READ_THE_REGISTRY)) {
            assertThat(outcome).isEqualTo(new SliceOutcome.Fenced(Optional.of(4)));
            assertThat(store().digestOf(ACME)).isEqualTo(before);
        } else {
            assertThat(outcome).isNotInstanceOf(SliceOutcome.Fenced.class);
        }
    }

    @Test
    default void a_tenant_re_opened_between_two_slices_stops_the_pass() {
        if (!store().can(Limitation.READ_THE_REGISTRY)) {
            return;
        }
        store().put(ACME, 3, 9);
        store().close(ACME, 3);
        SliceResult first =
                store().eraser().erase(Pass.slice(store(), subject(3), ResumePoint.START, 2, OnReopen.STOP));
        store().open(ACME, 4);
        String before = store().digestOf(ACME);

        SliceResult second = store().eraser()
                .erase(Pass.slice(store(), subject(3), first.next().orElseThrow(), 2, OnReopen.STOP));

        assertThat(Pass.outcome(second)).isEqualTo(new SliceOutcome.Fenced(Optional.of(4)));
        assertThat(store().digestOf(ACME)).isEqualTo(before);
    }

    @Test
    default void what_is_older_than_the_living_generation_goes_where_that_is_allowed() {
        store().put(ACME, 4, 9);
        String living = store().digestOf(ACME);
        store().put(ACME, 3, 9);
        String before = store().digestOf(ACME);
        store().open(ACME, 4);

        SliceOutcome outcome = firstSlice(OnReopen.ERASE_OLDER, 3);

        if (store().can(Limitation.TELL_GENERATIONS_APART)) {
            assertThat(outcome).isEqualTo(new SliceOutcome.Deleted(9));
            assertThat(store().digestOf(ACME)).isEqualTo(living);
        } else {
            assertThat(outcome).isEqualTo(new SliceOutcome.Fenced(Optional.of(4)));
            assertThat(store().digestOf(ACME)).isEqualTo(before);
        }
    }

    @Test
    default void a_tenant_that_is_still_open_is_left_alone() {
        assertFenced(StoreUnderTest::open, 3, Optional.of(3));
    }

    @Test
    default void a_registry_that_is_behind_the_request_is_not_believed() {
        assertFenced(StoreUnderTest::close, 2, Optional.of(2));
    }

    @Test
    default void a_tenant_that_the_registry_does_not_know_is_left_alone() {
        if (!store().can(Limitation.READ_THE_REGISTRY)) {
            return;
        }
        store().put(ACME, 3, 9);

        SliceOutcome outcome = firstSlice(OnReopen.ERASE_OLDER, 3);

        assertThat(outcome).isEqualTo(new SliceOutcome.Fenced(Optional.empty()));
        assertThat(store().countOf(ACME)).isEqualTo(9);
    }

    private void assertFenced(Registering registering, int registered, Optional<Integer> met) {
        if (!store().can(Limitation.READ_THE_REGISTRY)) {
            return;
        }
        store().put(ACME, 3, 9);
        registering.tell(store(), ACME, registered);

        SliceOutcome outcome = firstSlice(OnReopen.ERASE_OLDER, 3);

        assertThat(outcome).isEqualTo(new SliceOutcome.Fenced(met));
        assertThat(store().countOf(ACME)).isEqualTo(9);
    }

    private SliceOutcome firstSlice(OnReopen onReopen, int generation) {
        return Pass.outcome(
                store().eraser().erase(Pass.slice(store(), subject(generation), ResumePoint.START, 50, onReopen)));
    }

    private Subject subject(int generation) {
        return store().subject(ACME, generation);
    }

    /** A way in which the registry is told something. */
    interface Registering {
        void tell(StoreUnderTest store, TenantId tenant, int generation);
    }
}
