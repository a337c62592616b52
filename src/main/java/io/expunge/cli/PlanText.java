package io.expunge.cli;

import io.expunge.deletion.DeletionJob;
import io.expunge.plan.CountedPlan;
import io.expunge.plan.PlannedTask;
import io.expunge.plan.ShownPlan;
import java.io.PrintWriter;

/** A plan as people read it. */
final class PlanText {

    private final PrintWriter out;

    PlanText(PrintWriter out) {
        this.out = out;
    }

    void print(DeletionJob job, String policyVersion, ShownPlan shown) {
        out.println(job.id() + " " + PlanSteps.state(job) + ", round " + job.round() + ", policy " + policyVersion
                + ", " + (shown.sealed() ? "sealed" : "not sealed yet"));
        if (!shown.tasks().isEmpty()) {
            out.println();
            tasks(shown);
            out.println();
        }
        shown.plan().ifPresent(plan -> total(shown, plan));
        shown.warnings().forEach(warning -> out.println("warning: " + warning));
        out.println("approval: " + PlanSteps.approval(shown));
        out.println("next: " + PlanSteps.next(job, shown));
    }

    private void tasks(ShownPlan shown) {
        Table table = Table.of(">#", "task", "store", "wave", "fence", "required", ">now", ">cap");
        for (PlannedTask task : shown.tasks()) {
            table.row(
                    task.position(),
                    task.count().name(),
                    task.store(),
                    task.wave(),
                    task.fence(),
                    task.required() ? "yes" : "no",
                    task.count().items().map(String::valueOf).orElse("unknown"),
                    Texts.or(task.cap()));
        }
        table.print(out);
    }

    private void total(ShownPlan shown, CountedPlan plan) {
        out.println("items: " + plan.total() + " counted"
                + shown.jobCap().map(cap -> ", cap of the job " + cap).orElse(""));
        out.println("plan: " + plan.planHash());
        out.println("plan and counts: " + plan.approvalHash());
    }
}
