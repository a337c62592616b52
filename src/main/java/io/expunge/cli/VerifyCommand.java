package io.expunge.cli;

import io.expunge.deletion.DeletionJobId;
import io.expunge.verification.LookSummary;
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
            "4 the run is already running; 5 something was left or the catalog has a gap.",
            "",
            "Examples:",
            "  expunge verify --wait",
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
                    "For cron: an outstanding look, a block or another runner is no failure; it is counted in the last line.")
    private boolean scheduled;

    VerifyCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws Exception {
        RunId run = Optional.ofNullable(runId).orElseGet(() -> RunId.manual(invocation.clock()));
        Optional<String> onlyJob = Optional.ofNullable(job).map(DeletionJobId::value);
        try (BatchContext context = BatchContext.forVerifying(invocation.settings(), invocation.clock())) {
            LookSummary summary = context.runVerification().run(run.value(), onlyJob, wait);
            return Endings.ofLook("verify " + run.value(), summary, scheduled, invocation.out());
        }
    }
}
