package io.expunge.cli;

import io.expunge.deletion.DeletionJob;
import io.expunge.plan.CountedPlan;
import io.expunge.plan.Excess;
import io.expunge.plan.PlannedTask;
import io.expunge.plan.ShownPlan;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A plan as programs read it. */
final class PlanJson {

    private PlanJson() {}

    static Json of(DeletionJob job, String policyVersion, ShownPlan shown) {
        return Json.object()
                .with("jobId", job.id())
                .with("state", job.state())
                .with("blockReason", job.blockReason())
                .with("round", job.round())
                .with("policyVersion", policyVersion)
                .with("catalogHash", job.catalogHash())
                .with("sealed", shown.sealed())
                .with("planHash", shown.plan().map(CountedPlan::planHash))
                .with("approvalHash", shown.plan().map(CountedPlan::approvalHash))
                .with("tasks", shown.tasks().stream().map(PlanJson::task).toList())
                .with("items", shown.plan().map(CountedPlan::total))
                .with("jobCap", shown.jobCap())
                .with("excess", shown.excess().stream().map(PlanJson::excess).toList())
                .with("approvalNeeded", shown.needsApproval())
                .with("approved", shown.approved())
                .with("approvalRequested", shown.isRequested())
                .with("warnings", shown.warnings())
                .with("next", PlanSteps.next(job, shown));
    }

    private static Map<String, @Nullable Object> task(PlannedTask task) {
        return Json.object()
                .with("position", task.position())
                .with("resource", task.count().resourceId())
                .with("location", task.count().location())
                .with("store", task.store())
                .with("wave", task.wave())
                .with("fence", task.fence())
                .with("required", task.required())
                .with("items", task.count().items())
                .with("cap", task.cap())
                .values();
    }

    private static Map<String, @Nullable Object> excess(Excess excess) {
        return Json.object()
                .with("what", excess.what())
                .with("items", excess.items())
                .with("cap", excess.cap())
                .with("approved", excess.approved())
                .values();
    }
}
