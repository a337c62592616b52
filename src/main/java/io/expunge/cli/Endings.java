package io.expunge.cli;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.JobState;
import io.expunge.erasure.RunSummary;
import io.expunge.execution.ExecutionOutcome;
import io.expunge.policy.Pause;
import io.expunge.schedule.Hours;
import io.expunge.verification.LookSummary;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The last line of a run or a look, which names instances, counts and exit, and the exit code. */
final class Endings {

    private Endings() {}

    /** Scheduled for a time at which nothing may be begun: no failure, the next fire is another. */
    static int outside(String what, Hours hours, PrintWriter out) {
        out.println(what + ": outside the window " + hours + ", nothing begun; exit " + Exit.DONE.code());
        return Exit.DONE.code();
    }

    /** While all stores are paused nothing is claimed. */
    static int paused(String what, Pause pause, boolean scheduled, PrintWriter out) {
        Exit exit = scheduled ? Exit.DONE : Exit.REFUSED;
        out.println(what + ": " + Pauses.line(pause) + ", nothing begun; next: " + Pauses.lift(pause.store())
                + "; exit " + exit.code());
        return exit.code();
    }

    /** Fired when what it was to do should have ended already. */
    static String tooLate(String what, Instant end) {
        return what + ": was to end at " + Texts.time(end) + ", nothing begun; exit " + Exit.DONE.code();
    }

    static int ofRun(String what, RunSummary summary, boolean scheduled, PrintWriter out) {
        Exit exit;
        if (summary.runningElsewhere()) {
            exit = scheduled ? Exit.DONE : Exit.REFUSED;
        } else if (summary.brokeOff()) {
            exit = Exit.FAILED;
        } else if (summary.workLeft()) {
            exit = scheduled ? Exit.DONE : Exit.WORK_LEFT;
        } else {
            exit = Exit.DONE;
        }
        String counts = "%d erased and awaiting verification, %d waiting for retry, %d blocked"
                .formatted(
                        summary.count(JobState.AWAITING_VERIFICATION) + summary.count(JobState.VERIFIED),
                        summary.count(JobState.WAITING_RETRY) + summary.count(JobState.RUNNING),
                        summary.count(JobState.BLOCKED));
        for (DeletionJob job : summary.handedOver()) {
            out.println(
                    "handed over: " + job.id() + " is with run " + job.runId().orElse("none") + ", " + job.state());
        }
        return say(what, summary.outcomes(), summary.jobs().size(), counts, exit, out);
    }

    static int ofLook(String what, LookSummary summary, boolean scheduled, PrintWriter out) {
        boolean gap = summary.jobs().stream()
                .flatMap(job -> job.blockReason().stream())
                .anyMatch(reason -> reason == BlockReason.GAP || reason == BlockReason.ROUNDS);
        boolean open = summary.stopped()
                || summary.count(JobState.BLOCKED) + summary.count(JobState.AWAITING_VERIFICATION) > 0;
        Exit exit;
        if (summary.runningElsewhere()) {
            exit = scheduled ? Exit.DONE : Exit.REFUSED;
        } else if (summary.brokeOff()) {
            exit = Exit.FAILED;
        } else if (summary.residueFound() || gap) {
            exit = Exit.FINDING;
        } else if (open) {
            exit = scheduled ? Exit.DONE : Exit.WORK_LEFT;
        } else {
            exit = Exit.DONE;
        }
        String counts = "%d verified, %d to be looked at again, %d with residue, %d blocked"
                .formatted(
                        summary.count(JobState.VERIFIED),
                        summary.count(JobState.AWAITING_VERIFICATION),
                        summary.count(JobState.WAITING_RETRY),
                        summary.count(JobState.BLOCKED));
        return say(what, summary.outcomes(), summary.jobs().size(), counts, exit, out);
    }

    private static int say(
            String what, List<ExecutionOutcome> outcomes, int jobs, String counts, Exit exit, PrintWriter out) {
        String instances = outcomes.isEmpty()
                ? "nothing due"
                : outcomes.stream().map(Endings::describe).collect(Collectors.joining(", "));
        out.println(what + ": " + instances + "; " + jobs + (jobs == 1 ? " job: " : " jobs: ") + counts + "; exit "
                + exit.code());
        return exit.code();
    }

    private static String describe(ExecutionOutcome outcome) {
        if (outcome instanceof ExecutionOutcome.Ran ran) {
            return "instance " + ran.instanceId() + " " + ran.status()
                    + (ran.isStopped() ? ", the next run goes on" : "");
        }
        if (outcome instanceof ExecutionOutcome.NotBegun) {
            return "stopped, the next run goes on";
        }
        if (outcome instanceof ExecutionOutcome.AlreadyComplete complete) {
            return "instance " + complete.instanceId() + " was complete, nothing to do";
        }
        return "already running elsewhere";
    }
}
