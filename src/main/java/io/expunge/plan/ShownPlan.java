package io.expunge.plan;

import java.util.List;
import java.util.Optional;

/**
 * What would be erased for a job as things stand.
 *
 * @param sealed whether this is the plan that the job is on, or the one that the next run would make
 * @param plan none if it can't be made: a layout can't hold the tenant's id
 * @param excess what is too much without an approval
 * @param latest what somebody asked to have approved last
 * @param approved whether that covers this plan, as far as it was counted
 * @param warnings what somebody should know before it runs
 */
public record ShownPlan(
        boolean sealed,
        Optional<CountedPlan> plan,
        List<PlannedTask> tasks,
        Optional<Long> jobCap,
        List<Excess> excess,
        Optional<ApprovalRequest> latest,
        boolean approved,
        List<String> warnings) {

    public ShownPlan {
        tasks = List.copyOf(tasks);
        excess = List.copyOf(excess);
        warnings = List.copyOf(warnings);
    }

    /** The same, after somebody asked for an approval. */
    public ShownPlan with(Optional<ApprovalRequest> request) {
        return new ShownPlan(sealed, plan, tasks, jobCap, excess, request, approved, warnings);
    }

    /** Whether it is above a cap and nobody has approved that. */
    public boolean needsApproval() {
        return !excess.isEmpty();
    }

    /** Whether somebody has asked for the approval of just this, and nobody has given it yet. */
    public boolean isRequested() {
        return latest.filter(request -> request.approver().isEmpty())
                .flatMap(request -> plan.filter(
                        counted -> counted.approvalHash().equals(request.plan().approvalHash())))
                .isPresent();
    }
}
