package io.expunge.faults.spine;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs.Claim;
import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobMove;
import io.expunge.deletion.JobState;
import io.expunge.deletion.Lease;
import io.expunge.deletion.NewTask;
import io.expunge.deletion.StaleLease;
import io.expunge.deletion.TaskState;
import io.expunge.faults.spine.Runner.Answer;
import io.expunge.faults.spine.Runner.Phase;
import io.expunge.store.Position;
import io.expunge.store.ResumePoint;
import io.expunge.store.SliceOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a runner does in its next transaction, by the product's repositories; a stale lease lets it go without a word. */
final class Steps {

    private final Spine spine;
    private final Looks looks;

    Steps(Spine spine) {
        this.spine = spine;
        this.looks = new Looks(spine);
    }

    /** Takes the job if it is due for erasing, else if it is due for a look; empty if it is neither. */
    Optional<Runner> claim(Runner idle) {
        Runner runner = idle.beginningRun();
        Claim claim = claimOf(runner);
        List<DeletionJob> erasing = spine.jobs.claimForErasure(claim);
        if (!erasing.isEmpty()) {
            return Optional.of(runner.holding(erasing.get(0), Phase.FREEZE));
        }
        return spine.jobs.claimForLook(claim).stream().findFirst().map(job -> runner.holding(job, Phase.OBSERVE));
    }

    /** Takes up what it was at when it died: nobody else holds that instance's lock. */
    Runner restart(Runner dead) {
        Runner runner = dead.restarted();
        if (runner.runId().isEmpty()) {
            return runner;
        }
        Claim claim = claimOf(runner);
        List<DeletionJob> back = spine.jobs.takeBack(List.of(Spine.JOB), JobState.RUNNING, claim);
        if (!back.isEmpty()) {
            return runner.holding(back.get(0), Phase.FREEZE);
        }
        return spine.jobs.takeBack(List.of(Spine.JOB), JobState.AWAITING_VERIFICATION, claim).stream()
                .findFirst()
                .map(job -> runner.holding(job, Phase.OBSERVE))
                .orElse(runner.done());
    }

    private static Claim claimOf(Runner runner) {
        return new Claim(
                runner.runId().orElseThrow(),
                runner.owner(),
                Spine.LEASE,
                Spine.NOW,
                1,
                Optional.empty(),
                Set.of(),
                Set.of(),
                false);
    }

    /** Its next transaction, or call to the store. */
    Moment step(Moment moment, boolean first) {
        Runner runner = moment.runner(first);
        if (runner.phase() == Phase.SEND) {
            return send(moment, first);
        }
        Runner after;
        try {
            after = spine.transaction.execute(status -> next(moment, runner));
        } catch (StaleLease taken) {
            after = runner.done();
        }
        return moment.with(first, java.util.Objects.requireNonNull(after));
    }

    private Runner next(Moment moment, Runner runner) {
        return switch (runner.phase()) {
            case FREEZE -> freeze(moment.outside(), runner);
            case SEAL -> seal(runner);
            case CHECK -> check(moment.outside(), runner);
            case RECORD -> record(runner);
            case SETTLE -> settle(runner);
            case OBSERVE -> looks.observe(moment.outside(), runner);
            case SEAL_EVIDENCE -> looks.seal(runner);
            case DECIDE -> looks.decide(runner);
            case SEND, IDLE, DEAD -> throw new IllegalStateException("no step in " + runner.phase());
        };
    }

    private Runner freeze(Outside outside, Runner runner) {
        DeletionJob job = runner.job().orElseThrow();
        Lease lease = runner.lease().orElseThrow();
        if (isHeld()) {
            return blocked(runner, BlockReason.HELD);
        }
        if (outside.reopened()) {
            return blocked(runner, BlockReason.REOPENED);
        }
        return runner.with(spine.jobs.frozen(job, lease, java.util.Map.of(), Spine.NOW), Phase.SEAL);
    }

    private Runner blocked(Runner runner, BlockReason reason) {
        spine.jobs.move(
                runner.job().orElseThrow(),
                runner.lease().orElseThrow(),
                new JobMove.Block(reason, Optional.empty(), Optional.empty()),
                Spine.NOW);
        return runner.done();
    }

    private boolean isHeld() {
        return spine.orders.held(List.of(Spine.TENANT)).contains(Spine.TENANT);
    }

    private Runner seal(Runner runner) {
        DeletionJob job = runner.job().orElseThrow();
        Lease lease = runner.lease().orElseThrow();
        if (job.planHash().isEmpty()) {
            spine.tasks.plan(
                    lease,
                    List.of(new NewTask(
                            job.id() + "-001",
                            "main.users",
                            "primary",
                            "main",
                            "postgresql",
                            "PRIMARY",
                            1,
                            true,
                            "registry-lock",
                            Duration.ZERO)),
                    Spine.NOW);
        }
        spine.tasks.enterRound(lease, job.round());
        return runner.with(spine.jobs.sealed(job, lease, "sha256:plan", Spine.NOW), afterSlice());
    }

    /** Asked before every slice: is it still ours, is there a hold, is the tenant still closed. */
    private Runner check(Outside outside, Runner runner) {
        Lease lease = runner.lease().orElseThrow();
        if (!spine.jobs.stillOurs(Set.of(lease)).contains(Spine.JOB)) {
            return runner.done();
        }
        if (isHeld()) {
            return barred(runner, BlockReason.HELD);
        }
        // That it may pass is an invariant of its own; what was sent before counts no more.
        return outside.reopened()
                ? barred(runner, BlockReason.REOPENED)
                : runner.clearAgain().to(Phase.SEND);
    }

    private Runner barred(Runner runner, BlockReason reason) {
        spine.tasks.block(
                runner.lease().orElseThrow(),
                spine.task().orElseThrow().id(),
                reason,
                Optional.empty(),
                new ErrorNote("main", reason.name(), ""),
                Spine.NOW);
        return runner.to(Phase.SETTLE);
    }

    /** The store's part, which nothing of ours can take back. */
    private Moment send(Moment moment, boolean first) {
        Runner runner = moment.runner(first);
        Outside before = moment.outside();
        Outside after = before.erase();
        int gone = before.items().size() - after.items().size();
        SliceOutcome outcome = before.reopened()
                ? new SliceOutcome.Fenced(Optional.of(2))
                : gone > 0 ? new SliceOutcome.Deleted(gone) : new SliceOutcome.Absent();
        boolean barred = isHeld() || !spine.counts(runner.lease().orElseThrow());
        return moment.with(after)
                .with(first, runner.answered(new Answer(outcome, after.items().isEmpty()), barred && gone > 0 ? 1 : 0));
    }

    private Runner record(Runner runner) {
        Lease lease = runner.lease().orElseThrow();
        Answer answer = runner.answer().orElseThrow();
        DeletionTask task = spine.task().orElseThrow();
        spine.tasks.begin(lease, task, Position.NONE, Optional.of(2L), Spine.NOW);
        if (answer.outcome() instanceof SliceOutcome.Fenced) {
            return barred(runner, BlockReason.REOPENED);
        }
        spine.tasks.progress(lease, task.id(), answer.outcome().deletedItems(), ResumePoint.START, false, Spine.NOW);
        if (answer.over()) {
            spine.tasks.end(lease, task.id(), Position.NONE, Spine.NOW);
        }
        return runner.to(afterSlice());
    }

    private Phase afterSlice() {
        return spine.task().orElseThrow().state().isEnd() ? Phase.SETTLE : Phase.CHECK;
    }

    private Runner settle(Runner runner) {
        DeletionTask task = spine.task().orElseThrow();
        JobMove move = task.state().isEnd()
                ? new JobMove.AwaitLook(Spine.NOW, Spine.NOW)
                : task.state() == TaskState.BLOCKED
                        ? new JobMove.Block(task.blockReason().orElseThrow(), Optional.empty(), task.lastError())
                        : new JobMove.Wait(Spine.NOW, new ErrorNote("main", "NOT_FINISHED", ""));
        // As settling does it: the job is read at that moment, and let go if it is somebody else's.
        DeletionJob job = spine.job();
        Lease lease = runner.lease().orElseThrow();
        if (job.leaseToken() != lease.token()) {
            return runner.done();
        }
        spine.jobs.move(job, lease, move, Spine.NOW);
        return runner.done();
    }
}
