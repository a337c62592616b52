package io.expunge.cli;

import io.expunge.report.EvidenceGap;
import io.expunge.report.JobOverview;
import io.expunge.report.NextSteps;
import io.expunge.report.TaskProgress;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A deletion job as people read it. */
final class JobText {

    private static final int LABEL = 14;

    private final PrintWriter out;
    private final Instant now;
    private final NextFires fires;

    JobText(PrintWriter out, Instant now, NextFires fires) {
        this.out = out;
        this.now = now;
        this.fires = fires;
    }

    static String state(JobOverview job) {
        return job.state() + job.blockReason().map(reason -> "(" + reason + ")").orElse("");
    }

    void list(List<JobOverview> jobs) {
        Table table = Table.of("job", "state", ">gen", ">round", ">tasks", "since", "due", "last error", "next");
        for (JobOverview job : jobs) {
            table.row(
                    job.jobId(),
                    state(job),
                    job.generation(),
                    job.round(),
                    job.tasks() == 0 ? "" : job.tasksEnded() + "/" + job.tasks(),
                    Texts.time(job.stateSince()),
                    due(job),
                    job.lastError()
                            .map(error -> error.store() + " " + error.errorClass())
                            .orElse(""),
                    NextSteps.command(job, now));
        }
        table.print(out);
    }

    /** When it is taken up, or what is due at when that is not known. */
    private String due(JobOverview job) {
        return switch (job.state()) {
            case ACCEPTED -> Texts.dueMinute(job.notBefore());
            case WAITING_RETRY ->
                fires.ofRetry(job).or(job::nextRetryAt).map(Texts::dueMinute).orElse("");
            case AWAITING_VERIFICATION -> Texts.time(fires.ofLook(job).or(job::nextLookAt));
            case RUNNING, BLOCKED, VERIFIED, CANCELLED, FAILED -> "";
        };
    }

    void one(JobOverview job, List<TaskProgress> tasks, List<EvidenceGap> gaps) {
        head(job);
        if (!tasks.isEmpty()) {
            out.println();
            tasks(tasks);
        }
        if (!gaps.isEmpty()) {
            out.println();
            out.println("What keeps it from VERIFIED:");
            gaps(gaps);
        }
        out.println();
        NextSteps.ways(job).forEach(way -> out.println("way on: " + way));
        NextSteps.commands(job, now).forEach(command -> out.println("next: " + command));
    }

    private void head(JobOverview job) {
        line("job", job.jobId());
        line("state", state(job) + " since " + Texts.time(job.stateSince()) + ", round " + job.round());
        job.blockReason().ifPresent(reason -> line("why", reason.meaning()));
        job.generationMet().ifPresent(met -> line("met", "generation " + met + " in the tenant registry"));
        line(
                "tenant",
                "generation " + job.generation() + ", reference " + job.tenant().keyName() + ":"
                        + job.tenant().value());
        line(
                "asked",
                Texts.time(job.requestedAt()) + " by " + job.requestedBy() + ", " + job.reasonCode()
                        + job.ticket().map(ticket -> ", " + ticket).orElse(""));
        line("not before", Texts.time(job.notBefore()));
        line("target", Texts.time(job.targetAt()) + (overdue(job) ? " (passed)" : ""));
        job.lastError()
                .ifPresent(error -> line(
                        "last error",
                        "store " + error.store() + ": " + error.errorClass()
                                + (error.code().isEmpty() ? "" : " (" + error.code() + ")")));
        job.nextRetryAt().ifPresent(due -> line("next retry", fire(fires.ofRetry(job), due)));
        job.nextLookAt().ifPresent(due -> line("next look", fire(fires.ofLook(job), due)));
        job.runId().ifPresent(run -> line("run", run + (job.isHeld(now) ? ", at work" : "")));
        job.verifiedAt().ifPresent(time -> line("verified", Texts.time(time)));
        line("catalog", job.catalogHash());
    }

    private static String fire(Optional<Instant> fire, Instant due) {
        return fire.filter(time -> !time.equals(due))
                .map(time -> Texts.time(time) + " by schedule; due " + Texts.time(due))
                .orElse(Texts.time(due));
    }

    private boolean overdue(JobOverview job) {
        return job.verifiedAt().isEmpty() && job.targetAt().isBefore(now);
    }

    private void tasks(List<TaskProgress> tasks) {
        Table table = Table.of(
                "task", "state", "store", "wave", ">round", ">baseline", ">erased", ">retries", "last error", "ended");
        for (TaskProgress task : tasks) {
            table.row(
                    task.resource() + "@" + task.location(),
                    task.state()
                            + task.blockReason()
                                    .map(reason -> "(" + reason + ")")
                                    .orElse(""),
                    task.store(),
                    task.wave(),
                    task.round(),
                    Texts.or(task.baseline()),
                    task.erased(),
                    task.retries(),
                    task.lastError()
                            .map(error -> (error.errorClass() + " " + error.code()).strip())
                            .orElse(""),
                    Texts.time(task.finishedAt()));
        }
        table.print(out);
    }

    private void gaps(List<EvidenceGap> gaps) {
        Table table = Table.of("task", "gap", "code", ">residue", ">ungenerated", "last look");
        for (EvidenceGap gap : gaps) {
            table.row(
                    gap.resource() + "@" + gap.location(),
                    gap.gap(),
                    Texts.or(gap.gapCode()),
                    Texts.or(gap.residue()),
                    Texts.or(gap.ungenerated()),
                    Texts.time(gap.lastObservedAt()));
        }
        table.print(out);
    }

    private void line(String label, String value) {
        out.println(label + " ".repeat(LABEL - label.length()) + value);
    }
}
