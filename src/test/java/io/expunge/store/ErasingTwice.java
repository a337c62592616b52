package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.OnReopen;
import org.junit.jupiter.api.Test;

/** A slice or a pass may be sent again at any time. */
public interface ErasingTwice extends StoreContract {

    @Test
    default void a_second_pass_finds_nothing() {
        store().put(ACME, 1, 12);
        store().close(ACME, 1);
        Pass.over(store(), ACME, 1, 5);

        Pass second = Pass.over(store(), ACME, 1, 5);

        assertThat(second.outcomes()).isNotEmpty().allMatch(SliceOutcome.Absent.class::isInstance);
    }

    @Test
    default void every_slice_may_be_sent_twice() {
        store().put(ACME, 1, 30);
        store().close(ACME, 1);
        Subject subject = store().subject(ACME, 1);
        ResumePoint from = ResumePoint.START;
        boolean goesOn = true;

        for (int slices = 0; goesOn; slices++) {
            assertThat(slices).as("a pass that doesn't end").isLessThan(500);
            Slice slice = Pass.slice(store(), subject, from, 4, OnReopen.STOP);
            store().eraser().erase(slice);
            SliceResult again = store().eraser().erase(slice);
            goesOn = again.next().isPresent();
            from = again.next().orElse(from);
        }

        assertThat(store().countOf(ACME)).isZero();
    }
}
