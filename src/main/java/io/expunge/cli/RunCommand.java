package io.expunge.cli;

import io.expunge.deletion.DeletionJobId;
import io.expunge.schedule.TimeOfDay;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Erases what is due. */
@Command(
        name = "run",
        sortOptions = false,
        description = {
            "Erases what is due: takes up what a dead runner left, then works on due deletion jobs in bounded batch job",
            "instances ID, ID-2, … until nothing is due, each deletion job once.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 everything worked on is erased, or nothing was due; 3 something waits for a retry or a person, or",
            "was stopped by --until; 4 the run is already running, or all stores are paused. With --scheduled these are 0;",
            "outside the window of jobs/erasure.yaml such a run ends at once, and it stops when the window closes. See",
            "docs/scheduling.md.",
            "",
            "Examples:",
            "  expunge run --scheduled --run-id nightly-2026-11-30",
            "  expunge run --scheduled --retries --run-id retries-2026-11-30T02-15",
            "  expunge run --until 06:00",
            "  expunge run --job dj_0123456789abcdef0123456789abcdef"
        })
final class RunCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(
            names = "--run-id",
            paramLabel = "ID",
            converter = RunIdConverter.class,
            description =
                    "Names the batch job instance; the same ID again restarts it if it failed. Default: manual- and the time.")
    private @Nullable RunId runId;

    @Option(
            names = "--job",
            paramLabel = "JOB",
            converter = DeletionJobIdConverter.class,
            description = "Only this deletion job, whatever its retry time.")
    private @Nullable DeletionJobId job;

    @Option(
            names = "--scheduled",
            description =
                    "For cron: work that waits, is blocked or is already running is no failure; it is counted in the last line."
                            + " Keeps to the window of the settings.")
    private boolean scheduled;

    @Option(
            names = "--retries",
            description =
                    "Only what waits for a retry and is due, or was left in the middle; what was not begun stays for the"
                            + " next run without this.")
    private boolean retries;

    @Option(
            names = "--until",
            paramLabel = "HH:MM",
            converter = TimeOfDayConverter.class,
            description =
                    "Stop behind the slices under way when the clocks of the settings' time-zone show this next; the next"
                            + " run goes on.")
    private @Nullable TimeOfDay until;

    RunCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws Exception {
        if (retries && job != null) {
            throw new UsageException("expected --retries or --job, not both: --job doesn't ask for the retry time");
        }
        RunId run = Optional.ofNullable(runId).orElseGet(() -> RunId.manual(invocation.clock()));
        return new ErasingRun(invocation, OpenRuns.ofCommand())
                .run(new ErasingRun.Order(
                        run, Optional.ofNullable(job), retries, scheduled, Optional.ofNullable(until)));
    }
}
