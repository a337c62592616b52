package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.report.EvidenceRecord;
import io.expunge.report.JdbcReports;
import io.expunge.report.JobOverview;
import io.expunge.report.Reports;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What every look at a job's resources saw. */
@Command(
        name = "show",
        sortOptions = false,
        description = {"What every look at a deletion job's resources saw, the oldest first.", ""},
        footer = {
            "",
            "Reads with the login of compliance staff, from views only. Times are in UTC.",
            "",
            "Examples:",
            "  expunge evidence show dj_0123456789abcdef0123456789abcdef",
            "  expunge evidence show dj_0123456789abcdef0123456789abcdef --output json"
        })
final class EvidenceShowCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "The deletion job's id.")
    private @Nullable DeletionJobId id;

    @Mixin
    private final OutputOption output = new OutputOption();

    EvidenceShowCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try (Database control = Database.open(invocation.settings().control(ControlRole.COMPLIANCE))) {
            Reports reports = new JdbcReports(control.client());
            control.snapshot().executeWithoutResult(status -> show(reports, Objects.requireNonNull(id)));
        }
        return Exit.DONE.code();
    }

    private void show(Reports reports, DeletionJobId asked) {
        JobOverview job = reports.job(asked)
                .orElseThrow(
                        () -> new UsageException("there is no such deletion job; scripts/expunge status lists them"));
        List<EvidenceRecord> evidence = reports.evidence(asked);
        if (output.json()) {
            EvidenceJson.of(job, evidence).print(invocation.out());
        } else {
            new EvidenceText(invocation.out()).print(job, evidence);
        }
    }
}
