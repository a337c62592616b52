package io.expunge.cli;

import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobState;
import io.expunge.report.EvidenceGap;
import io.expunge.report.JobOverview;
import io.expunge.report.NextSteps;
import io.expunge.report.TaskProgress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A deletion job as programs read it; keys are never taken away or renamed. */
final class JobJson {

    private JobJson() {}

    static Json of(JobOverview job, Instant now) {
        return Json.object()
                .with("jobId", job.jobId())
                .with("state", job.state())
                .with("blockReason", job.blockReason())
                .with("blockMeaning", job.blockReason().map(reason -> reason.meaning()))
                .with("generation", job.generation())
                .with("generationMet", job.generationMet())
                .with("tenantRef", job.tenant().value())
                .with("referenceKey", job.tenant().keyName())
                .with("stage", job.stage())
                .with("round", job.round())
                .with("stateSince", job.stateSince())
                .with("reasonCode", job.reasonCode())
                .with("ticket", job.ticket())
                .with("requestedBy", job.requestedBy())
                .with("requestedAt", job.requestedAt())
                .with("notBefore", job.notBefore())
                .with("nextRetryAt", job.nextRetryAt())
                .with("nextLookAt", job.nextLookAt())
                .with("targetAt", job.targetAt())
                .with("expectedAt", job.expectedAt())
                .with("verifiedAt", job.verifiedAt())
                .with("lastError", error(job.lastError()))
                .with("runId", job.runId())
                .with("catalogHash", job.catalogHash())
                .with("itemsErased", job.itemsErased())
                .with("ways", NextSteps.ways(job))
                .with("next", NextSteps.commands(job, now));
    }

    /** With the times at which the schedules take it up. */
    static Json of(JobOverview job, Instant now, NextFires fires) {
        return of(job, now).with("nextRetryFire", fires.ofRetry(job)).with("nextLookFire", fires.ofLook(job));
    }

    static Json of(JobOverview job, List<TaskProgress> tasks, List<EvidenceGap> gaps, Instant now, NextFires fires) {
        return of(job, now, fires)
                .with("tasks", tasks.stream().map(JobJson::task).toList())
                .with("gaps", gaps.stream().map(JobJson::gap).toList());
    }

    /** What can be said of a request that is not a job yet. */
    static Json ofRequest(DeletionJobId id, int generation, String reasonCode) {
        return Json.object()
                .with("jobId", id.value())
                .with("state", JobState.ACCEPTED)
                .with("generation", generation)
                .with("reasonCode", reasonCode)
                .with("next", NextSteps.beforeItRuns());
    }

    private static Object task(TaskProgress task) {
        return Json.object()
                .with("taskId", task.taskId())
                .with("resource", task.resource())
                .with("location", task.location())
                .with("store", task.store())
                .with("wave", task.wave())
                .with("fence", task.fence())
                .with("required", task.required())
                .with("state", task.state())
                .with("blockReason", task.blockReason())
                .with("round", task.round())
                .with("baseline", task.baseline())
                .with("erased", task.erased())
                .with("slices", task.slices())
                .with("retries", task.retries())
                .with("throttled", task.throttled())
                .with("failures", task.failures())
                .with("lastError", error(task.lastError()))
                .with("startedAt", task.startedAt())
                .with("lastProgressAt", task.lastProgressAt())
                .with("finishedAt", task.finishedAt())
                .values();
    }

    private static Object gap(EvidenceGap gap) {
        return Json.object()
                .with("taskId", gap.taskId())
                .with("resource", gap.resource())
                .with("location", gap.location())
                .with("gap", gap.gap())
                .with("gapCode", gap.gapCode())
                .with("residue", gap.residue())
                .with("ungenerated", gap.ungenerated())
                .with("lastObservedAt", gap.lastObservedAt())
                .values();
    }

    private static Optional<Object> error(Optional<ErrorNote> note) {
        return note.map(error -> Json.object()
                .with("store", error.store())
                .with("errorClass", error.errorClass())
                .with("code", error.code())
                .values());
    }
}
