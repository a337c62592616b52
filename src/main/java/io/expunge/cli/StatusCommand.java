package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.DeletionRequest;
import io.expunge.policy.JdbcOrders;
import io.expunge.policy.Pause;
import io.expunge.report.JdbcReports;
import io.expunge.report.JobOverview;
import io.expunge.report.NextSteps;
import io.expunge.report.Reports;
import io.expunge.report.StoreOutage;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where deletion jobs stand, and what to type next. */
@Command(
        name = "status",
        sortOptions = false,
        description = {
            "Where deletion jobs stand, why, since when, and what to type next; on top the pauses in force. Open jobs come first.",
            "With a job's id: its tasks, its last error, and what keeps it from VERIFIED.",
            ""
        },
        footer = {
            "",
            "Reads with the login of compliance staff, from views only; asks no store. Times are in UTC; those of the next retry",
            "and the next look are the next fires of the schedules in jobs/.",
            "",
            "Examples:",
            "  expunge status",
            "  expunge status dj_0123456789abcdef0123456789abcdef --output json"
        })
final class StatusCommand implements Callable<Integer> {

    private static final int ALL = 0;
    private static final int LINES = 100;

    private final Invocation invocation;

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "A deletion job's id, as submit printed it.")
    private @Nullable DeletionJobId id;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "At most so many jobs; 0 for all. 100 if left out, all with json.")
    private @Nullable Integer limit;

    @Mixin
    private final OutputOption output = new OutputOption();

    StatusCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try (Database control = Database.open(invocation.settings().control(ControlRole.COMPLIANCE))) {
            Reports reports = new JdbcReports(control.client());
            DeletionJobId asked = id;
            control.snapshot().executeWithoutResult(status -> {
                if (asked == null) {
                    list(reports, new JdbcOrders(control.client()).pauses());
                } else {
                    reports.job(asked).ifPresentOrElse(job -> one(job, asked, reports), () -> notAJobYet(asked));
                }
            });
        }
        return Exit.DONE.code();
    }

    private void list(Reports reports, List<Pause> pauses) {
        int most = limit != null ? limit : output.json() ? ALL : LINES;
        List<JobOverview> jobs = reports.jobs(most == ALL ? Integer.MAX_VALUE : most);
        Instant now = invocation.clock().instant();
        NextFires fires = new NextFires(invocation.settings(), now, invocation.err());
        List<StoreOutage> outages = reports.outages();
        if (output.json()) {
            Json.object()
                    .with("outages", outages.stream().map(OutageAnswer::json).toList())
                    .with("pauses", pauses.stream().map(Pauses::json).toList())
                    .with(
                            "jobs",
                            jobs.stream()
                                    .map(job -> JobJson.of(job, now, fires).values())
                                    .toList())
                    .print(invocation.out());
        } else {
            pauses.forEach(pause ->
                    invocation.out().println(Pauses.line(pause) + "; to lift it: " + Pauses.lift(pause.store())));
            outages.forEach(outage -> invocation.out().println(OutageAnswer.line(outage)));
            print(jobs, now, fires);
        }
        long left = jobs.size() == most ? reports.countJobs() - jobs.size() : 0;
        if (left > 0) {
            invocation.err().println("expunge: and " + left + " more; --limit 0 shows all");
        }
    }

    private void print(List<JobOverview> jobs, Instant now, NextFires fires) {
        if (jobs.isEmpty()) {
            invocation.out().println("no deletion jobs; next: scripts/expunge submit --help");
        } else {
            new JobText(invocation.out(), now, fires).list(jobs);
        }
    }

    private void one(JobOverview job, DeletionJobId asked, Reports reports) {
        Instant now = invocation.clock().instant();
        NextFires fires = new NextFires(invocation.settings(), now, invocation.err());
        if (output.json()) {
            JobJson.of(job, reports.tasks(asked), reports.gaps(asked), now, fires)
                    .print(invocation.out());
        } else {
            new JobText(invocation.out(), now, fires).one(job, reports.tasks(asked), reports.gaps(asked));
        }
    }

    private void notAJobYet(DeletionJobId asked) {
        DeletionRequest request = new RequestLookup(invocation).require(asked);
        if (output.json()) {
            JobJson.ofRequest(asked, request.generation(), request.reasonCode())
                    .with("ticket", request.ticket())
                    .with("requestedBy", request.requestedBy())
                    .with("requestedAt", request.requestedAt())
                    .with("received", false)
                    .with("tasks", List.of())
                    .with("gaps", List.of())
                    .print(invocation.out());
        } else {
            invocation
                    .out()
                    .println(asked + " ACCEPTED: asked at " + Texts.time(request.requestedAt()) + " by "
                            + request.requestedBy() + ", becomes a job at the next run");
            NextSteps.beforeItRuns().forEach(command -> invocation.out().println("next: " + command));
        }
    }
}
