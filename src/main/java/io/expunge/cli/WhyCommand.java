package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.DeletionRequest;
import io.expunge.deletion.JobState;
import io.expunge.report.CaseFile;
import io.expunge.report.ExplainJob;
import io.expunge.report.JdbcReports;
import io.expunge.report.NextSteps;
import io.expunge.report.Reports;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Why a deletion job isn't verified. */
@Command(
        name = "why",
        sortOptions = false,
        description = {
            "Says in one sentence what a deletion job lacks for VERIFIED, since when, what to type next, and when it would",
            "close by itself. What it lacks is what the database's own gate asks for.",
            ""
        },
        footer = {
            "",
            "Reads with the login of compliance staff, from views only; asks no store. Times are in UTC; when it would close",
            "is an estimate.",
            "",
            "Examples:",
            "  expunge why dj_0123456789abcdef0123456789abcdef",
            "  expunge why dj_0123456789abcdef0123456789abcdef --output json"
        })
final class WhyCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "A deletion job's id, as submit printed it.")
    private @Nullable DeletionJobId id;

    @Mixin
    private final OutputOption output = new OutputOption();

    WhyCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DeletionJobId asked = Objects.requireNonNull(id);
        try (Database control = Database.open(invocation.settings().control(ControlRole.COMPLIANCE))) {
            Reports reports = new JdbcReports(control.client());
            Optional<CaseFile> file =
                    Objects.requireNonNull(control.snapshot().execute(status -> reports.caseFile(asked)));
            file.ifPresentOrElse(this::explain, () -> notAJobYet(asked));
        }
        return Exit.DONE.code();
    }

    private void explain(CaseFile file) {
        Instant now = invocation.clock().instant();
        NextFires fires = new NextFires(invocation.settings(), now, invocation.err());
        WhyAnswer answer = WhyAnswer.of(new ExplainJob(fires.forecast(), now).explain(file));
        answer.print(invocation.out(), output.json());
    }

    private void notAJobYet(DeletionJobId asked) {
        DeletionRequest request = new RequestLookup(invocation).require(asked);
        String next = NextSteps.beforeItRuns().get(0);
        new WhyAnswer(
                        asked.value(),
                        JobState.ACCEPTED,
                        Optional.empty(),
                        List.of(),
                        request.requestedAt(),
                        next,
                        Optional.empty(),
                        asked + " is ACCEPTED and not VERIFIED because no run has taken the request in yet, since "
                                + Texts.time(request.requestedAt()) + "; type " + next
                                + "; by itself it becomes a job at the next run.")
                .print(invocation.out(), output.json());
    }
}
