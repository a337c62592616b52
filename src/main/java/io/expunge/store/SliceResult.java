package io.expunge.store;

import java.util.Map;
import java.util.Optional;

/**
 * What the store acknowledged for a slice.
 *
 * @param outcomes by task id, one for each target of the slice
 * @param next where the pass goes on; empty when it is over
 * @param disturbed whether something happened (a conflict, a change of topology) after which only another pass from the
 *     start can say that nothing was missed
 */
public record SliceResult(Map<String, SliceOutcome> outcomes, Optional<ResumePoint> next, boolean disturbed) {

    public SliceResult {
        outcomes = Map.copyOf(outcomes);
    }
}
