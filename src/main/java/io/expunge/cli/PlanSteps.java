package io.expunge.cli;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.JobState;
import io.expunge.plan.ShownPlan;
import java.util.Optional;

/** What is said and typed next about a plan and its approval. */
final class PlanSteps {

    private static final String PROGRAM = "scripts/expunge ";

    private PlanSteps() {}

    static String state(DeletionJob job) {
        return job.state() + job.blockReason().map(reason -> "(" + reason + ")").orElse("");
    }

    static String approval(ShownPlan shown) {
        String last = shown.latest()
                .map(request -> request.approver()
                        .map(approver -> "; the last request was approved by " + approver)
                        .orElse("; " + request.requestedBy() + " asked for one at "
                                + Texts.time(request.requestedAt())))
                .orElse("");
        if (shown.needsApproval()) {
            return "needed" + last;
        }
        return (shown.approved() ? "given" : "not needed, as far as it could be counted") + last;
    }

    static String next(DeletionJob job, ShownPlan shown) {
        if (shown.needsApproval() && !job.state().isOver()) {
            return shown.plan()
                    .filter(plan -> shown.isRequested())
                    .map(plan -> PROGRAM + "approve " + job.id() + " --plan " + plan.approvalHash()
                            + " --reason-code CODE, typed by another person")
                    .orElse(PROGRAM + "plan " + job.id() + " --request-approval");
        }
        return after(job.id(), job.state(), job.blockReason());
    }

    /** Once nothing of the plan keeps it. */
    static String after(String job, JobState state, Optional<BlockReason> blocked) {
        if (blocked.filter(BlockReason.CAP::equals).isPresent()) {
            return PROGRAM + "resume " + job;
        }
        return state == JobState.ACCEPTED || state == JobState.WAITING_RETRY
                ? PROGRAM + "run --job " + job
                : PROGRAM + "status " + job;
    }
}
