package io.expunge.faults.spine;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.Lease;
import io.expunge.store.SliceOutcome;
import java.util.Optional;

/**
 * A process, between two of its transactions.
 *
 * @param incarnation how often it was started
 * @param runId of the instance that it works on, or worked on when it died
 * @param job as it read it last, however long ago
 * @param answer of the store, not recorded yet
 * @param erasedSinceBarred slices that it sent since it last asked whether it may, with its lease over or lost, or under a hold
 */
record Runner(
        String name,
        int incarnation,
        int runs,
        Phase phase,
        Optional<String> runId,
        Optional<Lease> lease,
        Optional<DeletionJob> job,
        Optional<Answer> answer,
        int erasedSinceBarred) {

    /** What it does next. */
    enum Phase {
        IDLE,
        FREEZE,
        SEAL,
        CHECK,
        SEND,
        RECORD,
        SETTLE,
        OBSERVE,
        SEAL_EVIDENCE,
        DECIDE,
        DEAD
    }

    /** @param over whether nothing is left to erase */
    record Answer(SliceOutcome outcome, boolean over) {}

    static Runner idle(String name) {
        return new Runner(
                name, 1, 0, Phase.IDLE, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 0);
    }

    /** Unlike any other process's, the same one's after a restart included. */
    String owner() {
        return name + incarnation;
    }

    Runner holding(DeletionJob taken, Phase next) {
        return new Runner(
                name,
                incarnation,
                runs,
                next,
                taken.runId(),
                Optional.of(taken.leaseOf(owner())),
                Optional.of(taken),
                Optional.empty(),
                0);
    }

    Runner to(Phase next) {
        return new Runner(name, incarnation, runs, next, runId, lease, job, answer, erasedSinceBarred);
    }

    Runner with(DeletionJob reread, Phase next) {
        return new Runner(name, incarnation, runs, next, runId, lease, Optional.of(reread), answer, erasedSinceBarred);
    }

    Runner answered(Answer heard, int barred) {
        return new Runner(
                name,
                incarnation,
                runs,
                Phase.RECORD,
                runId,
                lease,
                job,
                Optional.of(heard),
                erasedSinceBarred + barred);
    }

    /** It has asked anew whether it may. */
    Runner clearAgain() {
        return new Runner(name, incarnation, runs, phase, runId, lease, job, answer, 0);
    }

    Runner done() {
        return new Runner(
                name,
                incarnation,
                runs,
                Phase.IDLE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0);
    }

    Runner beginningRun() {
        return new Runner(
                name,
                incarnation,
                runs + 1,
                phase,
                Optional.of("run-" + owner() + "-" + (runs + 1)),
                lease,
                job,
                answer,
                erasedSinceBarred);
    }

    /** Knows nothing any more; the control database knows which instance it was at. */
    Runner dead() {
        return new Runner(
                name, incarnation, runs, Phase.DEAD, runId, Optional.empty(), Optional.empty(), Optional.empty(), 0);
    }

    Runner restarted() {
        return new Runner(
                name,
                incarnation + 1,
                runs,
                Phase.IDLE,
                runId,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0);
    }
}
