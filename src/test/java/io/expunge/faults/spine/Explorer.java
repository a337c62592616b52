package io.expunge.faults.spine;

import io.expunge.deletion.DeletionJob;
import io.expunge.faults.spine.Actions.Action;
import io.expunge.faults.spine.Runner.Phase;
import java.sql.Savepoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Depth first through everything that may happen, each state's branches once per depth that is left. Going back is a rollback to a
 * savepoint, so what is gone through is the database's own work.
 */
final class Explorer {

    private final Spine spine;
    private final Savepoints savepoints;
    private final List<Action> actions;
    private final Invariants invariants;
    private final QuietCompletion completion;
    private final Map<String, Integer> depthLeft = new HashMap<>();
    private final Set<String> completed = new HashSet<>();
    private final Deque<String> trace = new ArrayDeque<>();
    private long changes;

    Explorer(Savepoints savepoints, Spine spine, Actions actions, Invariants invariants, QuietCompletion completion) {
        this.spine = spine;
        this.savepoints = savepoints;
        this.actions = actions.all();
        this.invariants = invariants;
        this.completion = completion;
    }

    /** @throws AssertionError with the way to the state in which an invariant doesn't hold */
    void explore(Moment start, int depth) {
        try {
            visit(start, depth);
        } catch (AssertionError broken) {
            throw new AssertionError(broken.getMessage() + "\n  after: " + String.join("\n         ", trace), broken);
        }
    }

    /** Different states that were gone through. */
    int states() {
        return depthLeft.size();
    }

    /** Changes from one state to another that were made. */
    long changes() {
        return changes;
    }

    /** Different states of the control database and the store from which the job was brought to its end. */
    int completions() {
        return completed.size();
    }

    private void visit(Moment moment, int left) {
        String picture = spine.picture() + moment.outside();
        DeletionJob job = spine.job();
        String state = picture
                + spine.leasePicture()
                + inEitherOrder(describe(moment.one(), job), describe(moment.other(), job));
        Integer before = depthLeft.put(state, Math.max(left, depthLeft.getOrDefault(state, -1)));
        if (before != null && before >= left) {
            return;
        }
        if (before == null) {
            invariants.hold(moment);
            if (completed.add(picture)) {
                Savepoint here = savepoints.mark();
                trace.addLast("and nothing more goes wrong");
                completion.check(moment);
                trace.removeLast();
                savepoints.backTo(here);
            }
        }
        if (left == 0) {
            return;
        }
        for (Action action : actions) {
            Savepoint here = savepoints.mark();
            trace.addLast(action.name() + at(moment, action));
            Optional<Moment> next = happen(moment, action);
            if (next.isPresent()) {
                changes++;
                visit(next.get(), left - 1);
            }
            trace.removeLast();
            savepoints.backTo(here);
        }
    }

    private Optional<Moment> happen(Moment moment, Action action) {
        boolean ofRunner = action.name().startsWith("A ") || action.name().startsWith("B ");
        Runner runner = moment.runner(action.name().startsWith("A "));
        boolean stale = ofRunner && invariants.isStale(runner.lease());
        String rows = stale ? spine.everyRow() : "";
        Optional<Moment> next = action.happen(moment);
        if (stale) {
            invariants.changedNothing(rows);
        }
        if (next.isPresent() && ofRunner && runner.phase() == Phase.CHECK) {
            Runner after = next.get().runner(action.name().startsWith("A "));
            if (after.phase() == Phase.SEND) {
                invariants.mayPass(moment, after.lease().orElseThrow());
            }
        }
        return next;
    }

    private static String at(Moment moment, Action action) {
        return action.name().endsWith("goes on")
                ? " at " + moment.runner(action.name().startsWith("A ")).phase()
                : "";
    }

    /** A and B are alike. */
    private static String inEitherOrder(String one, String other) {
        return one.compareTo(other) <= 0 ? one + other : other + one;
    }

    /** Two runners that will do the same are the same: of what it read, only whether it is still so counts. */
    private String describe(Runner runner, DeletionJob job) {
        String run = runner.runId().orElse("");
        return " " + runner.incarnation() + runner.phase()
                + (job.runId().equals(runner.runId()) ? " its run" : " no run")
                + (runner.phase() == Phase.IDLE || run.isEmpty()
                        ? ""
                        : spine.evidence.lookedAtBy(run).size())
                + runner.lease()
                        .map(lease -> spine.isCurrent(lease) ? "current" : "stale")
                        .orElse("")
                + runner.job()
                        .map(read -> read.version() == job.version() ? "same" : "changed")
                        .orElse("")
                + runner.answer()
                        .map(answer -> answer.outcome() + "" + answer.over())
                        .orElse("")
                + runner.erasedSinceBarred();
    }
}
