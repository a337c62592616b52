package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.catalog.OnReopen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** I6: whatever answer was lost, going on from the last recorded point and sweeping once more ends the same. */
public interface ResumingAfterACrash extends StoreContract {

    @Test
    default void any_recorded_point_leads_to_the_same_end() {
        long seed = 20_261_130L;
        Random random = new Random(seed);
        for (int attempt = 0; attempt < 5; attempt++) {
            store().put(ACME, 1, 20);
            store().put(Tenants.HOSTILE.get(1), 1, 20);
            String neighbour = store().digestOf(Tenants.HOSTILE.get(1));
            store().close(ACME, 1);
            Subject subject = store().subject(ACME, 1);

            List<ResumePoint> recorded = crashAfter(1 + random.nextInt(4), subject);
            ResumePoint lastRecorded = recorded.get(random.nextInt(recorded.size()));
            Pass.from(lastRecorded, store(), store().eraser(), subject, 3);
            Pass cleanSweep = Pass.over(store(), ACME, 1, 50);

            assertThat(store().countOf(ACME))
                    .as("seed %d, attempt %d", seed, attempt)
                    .isZero();
            assertThat(cleanSweep.outcomes()).isNotEmpty();
            assertThat(store().digestOf(Tenants.HOSTILE.get(1)))
                    .as("neighbour, seed %d, attempt %d", seed, attempt)
                    .isEqualTo(neighbour);
        }
    }

    /** The points that were recorded before the crash; the last slice was applied and its answer lost. */
    private List<ResumePoint> crashAfter(int slices, Subject subject) {
        List<ResumePoint> recorded = new ArrayList<>(List.of(ResumePoint.START));
        Optional<ResumePoint> from = Optional.of(ResumePoint.START);
        for (int slice = 0; slice < slices && from.isPresent(); slice++) {
            from = store().eraser()
                    .erase(Pass.slice(store(), subject, from.get(), 3, OnReopen.STOP))
                    .next();
            if (slice < slices - 1) {
                from.ifPresent(recorded::add);
            }
        }
        return recorded;
    }
}
