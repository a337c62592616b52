package io.expunge.faults.spine;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.JobState;
import io.expunge.faults.spine.Runner.Phase;
import java.util.Optional;

/** I6: from wherever it stands, when nothing more goes wrong, one runner brings the job to the same end. */
final class QuietCompletion {

    private static final int STEPS_AT_MOST = 80;

    private final Spine spine;
    private final Steps steps;

    QuietCompletion(Spine spine, Steps steps) {
        this.spine = spine;
        this.steps = steps;
    }

    /** Changes the control database; the caller goes back behind it. */
    void check(Moment stopped) {
        boolean verifiedBefore = spine.job().state() == JobState.VERIFIED;
        Moment moment = new Moment(stopped.outside(), Runner.idle("C"), Runner.idle("D"));
        if (moment.outside().held()) {
            spine.recordHold("RELEASED");
            moment = moment.with(moment.outside().release());
        }
        spine.expireLease();
        for (int step = 0; step < STEPS_AT_MOST && !isOver(moment); step++) {
            if (moment.one().phase() != Phase.IDLE) {
                moment = steps.step(moment, true);
                continue;
            }
            if (spine.job().state() == JobState.BLOCKED) {
                boolean unused = spine.jobs.resume(spine.job(), Spine.NOW);
            }
            Optional<Runner> claimed = steps.claim(moment.one());
            Invariants.require(claimed.isPresent(), "I6: nobody can take up " + spine.picture());
            moment = moment.with(true, claimed.get());
        }
        Invariants.require(isOver(moment), "I6: it doesn't end: " + spine.picture());
        if (spine.job().state() == JobState.VERIFIED && !verifiedBefore) {
            Invariants.require(moment.outside().items().isEmpty(), "I6: VERIFIED with items left");
        }
        Invariants.require(
                !moment.outside().reopened() || moment.outside().later() == 2, "I2: the later generation was touched");
    }

    /** VERIFIED, or, where the tenant came back before all was erased, left to a person. */
    private boolean isOver(Moment moment) {
        if (moment.one().phase() != Phase.IDLE) {
            return false;
        }
        DeletionJob job = spine.job();
        return job.state() == JobState.VERIFIED
                || (moment.outside().reopened()
                        && job.state() == JobState.BLOCKED
                        && job.blockReason().equals(Optional.of(BlockReason.REOPENED)));
    }
}
