package io.expunge.cli;

import io.expunge.catalog.AdoptCatalog;
import io.expunge.catalog.AdoptCatalog.Adopted;
import io.expunge.deletion.DeletionJobId;
import io.expunge.erasure.RunSummary;
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
            "Exit codes: 0 everything worked on is erased, or nothing was due; 3 something waits for a retry or a person;",
            "4 the run is already running.",
            "",
            "Examples:",
            "  expunge run --scheduled --run-id nightly-2026-11-30",
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
                    "For cron: work that waits, is blocked or is already running is no failure; it is counted in the last line.")
    private boolean scheduled;

    RunCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws Exception {
        RunId run = Optional.ofNullable(runId).orElseGet(() -> RunId.manual(invocation.clock()));
        Optional<String> onlyJob = Optional.ofNullable(job).map(DeletionJobId::value);
        try (BatchContext context = BatchContext.forErasing(invocation.settings(), invocation.clock())) {
            Adopted current =
                    context.get(AdoptCatalog.class).from(invocation.settings().catalog());
            RunSummary summary = context.runErasure()
                    .run(
                            run.value(),
                            onlyJob,
                            current.catalog(),
                            current.snapshot().hash());
            return Endings.ofRun("run " + run.value(), summary, scheduled, invocation.out());
        }
    }
}
