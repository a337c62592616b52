package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.Lease;
import java.util.Map;
import java.util.Optional;

/** A job in the hands of a step, with what the step may do to it; each act is a transaction of its own. */
record HeldJob(DeletionJob job, Lease lease, Catalog catalog, JobSteps steps) {

    void frozen(Map<String, String> attributes) {
        steps.inTransaction(() -> steps.jobs().frozen(job, lease, attributes, steps.now()));
    }

    void move(JobMove move) {
        steps.move(job, lease, move);
    }

    void block(BlockReason reason, Optional<Integer> generationMet, Optional<ErrorNote> note) {
        move(new JobMove.Block(reason, generationMet, note));
    }

    void waitForRetry(ErrorNote note) {
        move(new JobMove.Wait(steps.now().plus(steps.settings().retryLater().delayAfter(job.waits() + 1)), note));
    }
}
