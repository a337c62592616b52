package io.expunge.erasure;

import io.expunge.execution.Faults;
import org.springframework.batch.core.step.skip.SkipPolicy;

/**
 * Lets a partition go on behind a slice that failed: what the store did is noted and parked, however often; a lease that went
 * stale in mid-chunk is met again, and let go, when the slice is sent alone; a fault of ours is put aside with the jobs that
 * met it. Trouble of the control database ends the step.
 */
final class GoOnAfterFailure implements SkipPolicy {

    @Override
    public boolean shouldSkip(Throwable failure, long skipsSoFar) {
        return failure instanceof RuntimeException met && !Faults.areEverybodys(met);
    }
}
