package io.expunge.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.FenceKind;
import io.expunge.catalog.OnReopen;
import io.expunge.tenant.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pass over a resource as the jobs make it: slice after slice, each from where the last one said.
 *
 * @param outcomes of the slices, in order
 */
public record Pass(List<SliceOutcome> outcomes) {

    public static final Duration DEADLINE = Duration.ofSeconds(20);

    private static final String TASK = "task-1";
    private static final int MOST_SLICES = 2_000;

    /** From the start to the end, in slices of so many items. */
    public static Pass over(StoreUnderTest store, Eraser eraser, Subject subject, int items) {
        return from(ResumePoint.START, store, eraser, subject, items);
    }

    public static Pass over(StoreUnderTest store, TenantId tenant, int generation, int items) {
        return over(store, store.eraser(), store.subject(tenant, generation), items);
    }

    public static Pass from(ResumePoint start, StoreUnderTest store, Eraser eraser, Subject subject, int items) {
        List<SliceOutcome> outcomes = new ArrayList<>();
        Optional<ResumePoint> from = Optional.of(start);
        while (from.isPresent()) {
            assertThat(outcomes).as("a pass that doesn't end").hasSizeLessThan(MOST_SLICES);
            SliceResult result = eraser.erase(slice(store, subject, from.get(), items, OnReopen.STOP));
            outcomes.add(outcome(result));
            from = result.next();
        }
        return new Pass(List.copyOf(outcomes));
    }

    /** One that holds where an eraser has to ask it, and else one that forbids, so that asking it shows. */
    public static Fence fenceOf(Scope scope) {
        return scope.resource().fence() == FenceKind.LEASE ? target -> Optional.empty() : Fence.NOT_ASKED;
    }

    public static Slice slice(StoreUnderTest store, Subject subject, ResumePoint from, int items, OnReopen onReopen) {
        return new Slice(store.scope(), List.of(new Target(TASK, subject)), from, items, DEADLINE, onReopen);
    }

    /** Of a slice with the one target of {@link #slice}. */
    public static SliceOutcome outcome(SliceResult result) {
        assertThat(result.outcomes()).containsOnlyKeys(TASK);
        return outcomeOfOnly(result);
    }

    /** Of a slice with one target, whatever its task. */
    public static SliceOutcome outcomeOfOnly(SliceResult result) {
        assertThat(result.outcomes()).hasSize(1);
        return result.outcomes().values().iterator().next();
    }

    /** Items that were acknowledged as removed. */
    public long deleted() {
        return outcomes.stream().mapToLong(SliceOutcome::deletedItems).sum();
    }
}
