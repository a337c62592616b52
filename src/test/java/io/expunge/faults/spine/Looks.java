package io.expunge.faults.spine;

import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.evidence.Control;
import io.expunge.evidence.DriftCheck;
import io.expunge.evidence.EvidenceRow;
import io.expunge.evidence.Look;
import io.expunge.evidence.Verdict;
import io.expunge.faults.spine.Runner.Phase;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;

/** What a verifying runner does, and whether what it concluded was proved. */
final class Looks {

    private final Spine spine;

    Looks(Spine spine) {
        this.spine = spine;
    }

    Runner observe(Outside outside, Runner runner) {
        String run = runner.runId().orElseThrow();
        DeletionTask task = spine.task().orElseThrow();
        spine.jobs.hold(runner.lease().orElseThrow(), JobState.AWAITING_VERIFICATION);
        if (!spine.evidence.isSealed(run) && !spine.evidence.lookedAtBy(run).contains(task.id())) {
            spine.evidence.begin(run, "test");
            DeletionJob job = runner.job().orElseThrow();
            spine.evidence.append(row(outside, run, job, task));
            spine.evidence.append(new DriftCheck(
                    run, job.catalogHash(), "main", DriftCheck.Outcome.CLEAN, Optional.empty(), "", Spine.NOW));
        }
        return runner.to(Phase.SEAL_EVIDENCE);
    }

    private EvidenceRow row(Outside outside, String run, DeletionJob job, DeletionTask task) {
        boolean empty = outside.items().isEmpty();
        return new EvidenceRow(
                run,
                job.id(),
                job.reference().keyName(),
                job.reference().value(),
                job.generation(),
                task.id(),
                task.resourceId(),
                task.location(),
                job.round(),
                spine.evidence.looks(task.id(), job.round()) + 1,
                empty ? Verdict.EMPTY : Verdict.RESIDUE,
                empty ? Optional.empty() : Optional.of("RESIDUE"),
                Optional.empty(),
                Optional.of((long) outside.items().size()),
                Optional.of(0L),
                Optional.of((long) outside.later()),
                task.baseline(),
                Control.SEEN,
                "SELECT",
                "verifier",
                task.fence(),
                "",
                "",
                job.planHash().orElseThrow(),
                "test",
                job.catalogHash(),
                "test",
                Spine.NOW,
                Spine.NOW);
    }

    Runner seal(Runner runner) {
        spine.evidence.seal(runner.runId().orElseThrow());
        return runner.to(Phase.DECIDE);
    }

    Runner decide(Runner runner) {
        DeletionJob job = runner.job().orElseThrow();
        List<Look> looks = spine.evidence.looksAt(Spine.JOB, job.round());
        boolean residue = !looks.isEmpty() && looks.get(looks.size() - 1).verdict() == Verdict.RESIDUE;
        JobMove move = residue
                ? new JobMove.NextRound(Spine.NOW, new ErrorNote("main", "RESIDUE", ""))
                : isProved(job)
                        ? new JobMove.Verify()
                        : new JobMove.LookAgain(Spine.NOW, Spine.NOW, 0, Optional.empty());
        spine.jobs.move(job, runner.lease().orElseThrow(), move, Spine.NOW);
        return runner.done();
    }

    /** I3, as this test understands it: a receipt of the round, and its last two looks, by two sealed runs, found nothing. */
    boolean isProved(DeletionJob job) {
        List<Look> looks = spine.evidence.looksAt(Spine.JOB, job.round());
        int last = looks.size() - 1;
        return last >= 1
                && spine.tasks.receipts(Spine.JOB, job.round()).size() == 1
                && spine.evidence.isSealed(looks.get(last).runId())
                && spine.evidence.isSealed(looks.get(last - 1).runId())
                && looks.get(last).verdict() == Verdict.EMPTY
                && looks.get(last - 1).verdict() == Verdict.EMPTY
                && !looks.get(last).runId().equals(looks.get(last - 1).runId());
    }

    /** Whether the database would let this runner say VERIFIED now, whatever it saw. */
    boolean databaseWouldVerify(Runner runner) {
        return Boolean.TRUE.equals(spine.transaction.execute(status -> {
            status.setRollbackOnly();
            try {
                spine.jobs.move(spine.job(), runner.lease().orElseThrow(), new JobMove.Verify(), Spine.NOW);
                return true;
            } catch (DataAccessException refused) {
                return false;
            }
        }));
    }
}
