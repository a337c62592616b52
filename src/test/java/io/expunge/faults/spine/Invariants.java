package io.expunge.faults.spine;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.JobState;
import io.expunge.deletion.Lease;
import java.util.Optional;

/** What must hold in every state, and of every change. */
final class Invariants {

    private final Spine spine;
    private final Looks looks;
    private final boolean gated;

    /** @param gated whether the database itself refuses VERIFIED without proof */
    Invariants(Spine spine, boolean gated) {
        this.spine = spine;
        this.looks = new Looks(spine);
        this.gated = gated;
    }

    /** Asked once in every state. */
    void hold(Moment moment) {
        require(spine.countJobs() == 1, "I1: more than one job of the tenant generation");
        require(!moment.outside().reopened() || moment.outside().later() == 2, "I2: the later generation was touched");
        require(
                moment.one().erasedSinceBarred() <= 1 && moment.other().erasedSinceBarred() <= 1,
                "I5, I11: more than one slice was erased behind one check");
        DeletionJob job = spine.job();
        if (job.state() == JobState.VERIFIED) {
            require(looks.isProved(job), "I3: VERIFIED without its proof");
        }
        for (Runner runner : new Runner[] {moment.one(), moment.other()}) {
            if (gated
                    && job.state() == JobState.AWAITING_VERIFICATION
                    && runner.lease().filter(spine::isCurrent).isPresent()) {
                require(
                        !looks.databaseWouldVerify(runner) || looks.isProved(job),
                        "I3: the database would take VERIFIED without its proof");
            }
        }
    }

    /**
     * Of a step of a runner whose lease was lost before it.
     *
     * @param rowsBefore what there was before the step
     */
    void changedNothing(String rowsBefore) {
        require(spine.everyRow().equals(rowsBefore), "I5: a stale token changed a row");
    }

    /** Of a check before a slice that let it pass. */
    void mayPass(Moment moment, Lease lease) {
        require(
                spine.counts(lease)
                        && !moment.outside().held()
                        && !moment.outside().reopened(),
                "I2, I5, I11: a slice was let pass that had to be barred");
    }

    boolean isStale(Optional<Lease> lease) {
        return lease.isPresent() && !spine.isCurrent(lease.get());
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
