package io.expunge.cli;

import io.expunge.deletion.DeletionJobId;
import io.expunge.schedule.TimeOfDay;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks whether anything is left. */
@Command(
        name = "verify",
        sortOptions = false,
        description = {
            "Asks each store again, with other credentials and another query, and writes evidence. One execution is one look;",
            "a job is VERIFIED when two looks in a row, an interval apart, found nothing anywhere.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 everything looked at is verified, or nothing was due; 3 a look is outstanding or a person is needed;",
            "4 the run is already running; 5 something was left or the catalog has a gap. With --scheduled 3 and 4 are 0;",
            "outside the window of jobs/verification.yaml such a run ends at once. See docs/scheduling.md.",
            "",
            "Examples:",
            "  expunge verify --wait",
            "  expunge verify --scheduled --wait --run-id looks-2026-11-30 --until 09:00",
            "  expunge verify --job dj_0123456789abcdef0123456789abcdef --wait"
        })
final class VerifyCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(
            names = "--run-id",
            paramLabel = "ID",
            converter = RunIdConverter.class,
            description = "Names the batch job instance. Default: manual- and the time.")
    private @Nullable RunId runId;

    @Option(
            names = "--job",
            paramLabel = "JOB",
            converter = DeletionJobIdConverter.class,
            description = "Only this deletion job.")
    private @Nullable DeletionJobId job;

    @Option(names = "--wait", description = "Sleep to the next due look and look again, until no look is outstanding.")
    private boolean wait;

    @Option(
            names = "--scheduled",
            description =
                    "For cron: an outstanding look, a block or another runner is no failure; it is counted in the last line."
                            + " Keeps to the window of the settings.")
    private boolean scheduled;

    @Option(
            names = "--until",
            paramLabel = "HH:MM",
            converter = TimeOfDayConverter.class,
            description =
                    "Stop when the clocks of the settings' time-zone show this next, and wait for no look that is due only"
                            + " then; the next run goes on.")
    private @Nullable TimeOfDay until;

    VerifyCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws Exception {
        RunId run = Optional.ofNullable(runId).orElseGet(() -> RunId.manual(invocation.clock()));
        return new LookingRun(invocation, OpenRuns.ofCommand())
                .run(new LookingRun.Order(
                        run, Optional.ofNullable(job), wait, scheduled, Optional.ofNullable(until), Optional.empty()));
    }
}
