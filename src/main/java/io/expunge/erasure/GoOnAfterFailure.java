package io.expunge.erasure;

import io.expunge.deletion.StaleLease;
import io.expunge.store.StoreException;
import org.springframework.batch.core.step.skip.SkipPolicy;

/**
 * Lets a partition go on behind a slice that failed: what the store did is noted and parked, however often; a lease that went
 * stale in mid-chunk is met again, and let go, when the slice is sent alone. Anything else is a fault of ours or of the
 * control database and ends the step.
 */
final class GoOnAfterFailure implements SkipPolicy {

    @Override
    public boolean shouldSkip(Throwable failure, long skipsSoFar) {
        return failure instanceof StoreException || failure instanceof StaleLease;
    }
}
