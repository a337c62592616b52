package io.expunge.erasure;

import io.expunge.deletion.StaleLease;
import io.expunge.store.Slice;
import io.expunge.store.StoreException;
import org.springframework.batch.core.listener.SkipListener;
import org.springframework.core.retry.RetryListener;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.Retryable;

/** Writes down failed attempts and slices that were given up; the chunk's own transaction is rolled back by then. */
class FailureNotes implements SkipListener<Slice, Slice>, RetryListener {

    private final PartitionWork work;

    FailureNotes(PartitionWork work) {
        this.work = work;
    }

    @Override
    public void onSkipInWrite(Slice slice, Throwable failure) {
        if (failure instanceof StoreException storeFailure) {
            work.giveUp(storeFailure);
        } else if (failure instanceof RuntimeException fault && !(failure instanceof StaleLease)) {
            work.putAside(fault);
        }
    }

    @Override
    public void onRetryFailure(RetryPolicy policy, Retryable<?> retryable, Throwable failure) {
        work.countRetry(failure instanceof StoreException.Throttled);
    }
}
