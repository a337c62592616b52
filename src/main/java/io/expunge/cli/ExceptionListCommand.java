package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deadletter.DeadLetterId;
import io.expunge.report.ExceptionRecord;
import io.expunge.report.JdbcReports;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What may stay, until when, and who approved it. */
@Command(
        name = "list",
        sortOptions = false,
        description = {
            "Exceptions in force, those that end first on top: what may stay, how much, until when, who approved it.",
            "dead-letter waive makes one.",
            ""
        },
        footer = {
            "",
            "Reads with the login of compliance staff, from views only. Times are in UTC.",
            "",
            "Example:",
            "  expunge exception list --all"
        })
final class ExceptionListCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(names = "--all", description = "Also those that have ended or were replaced by a later one.")
    private boolean all;

    @Mixin
    private final OutputOption output = new OutputOption();

    ExceptionListCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        List<ExceptionRecord> exceptions;
        try (Database control = Database.open(invocation.settings().control(ControlRole.COMPLIANCE))) {
            exceptions = new JdbcReports(control.client()).exceptions(all);
        }
        if (output.json()) {
            Json.object()
                    .with(
                            "exceptions",
                            exceptions.stream().map(ExceptionListCommand::json).toList())
                    .print(invocation.out());
        } else if (exceptions.isEmpty()) {
            invocation.out().println(all ? "no exceptions" : "no exceptions in force");
        } else {
            print(exceptions);
        }
        return Exit.DONE.code();
    }

    private void print(List<ExceptionRecord> exceptions) {
        Table table = Table.of(
                ">exception",
                "job",
                "resource",
                "letter",
                ">items",
                "reason",
                "ticket",
                "approver",
                "approved",
                "ends",
                "standing");
        for (ExceptionRecord exception : exceptions) {
            table.row(
                    exception.id(),
                    exception.jobId(),
                    exception.resourceId() + "@" + exception.location(),
                    new DeadLetterId(exception.deadLetter()),
                    exception.items(),
                    exception.reasonCode(),
                    Texts.or(exception.ticket()),
                    exception.approver(),
                    Texts.time(exception.approvedAt()),
                    Texts.time(exception.expiresAt()),
                    exception.standing());
        }
        table.print(invocation.out());
    }

    private static Object json(ExceptionRecord exception) {
        return Json.object()
                .with("exception", exception.id())
                .with("jobId", exception.jobId())
                .with("taskId", exception.taskId())
                .with("resource", exception.resourceId())
                .with("location", exception.location())
                .with("deadLetter", new DeadLetterId(exception.deadLetter()).toString())
                .with("itemHash", exception.itemHash())
                .with("items", exception.items())
                .with("reasonCode", exception.reasonCode())
                .with("ticket", exception.ticket())
                .with("approver", exception.approver())
                .with("approvedAt", exception.approvedAt())
                .with("expiresAt", exception.expiresAt())
                .with("standing", exception.standing())
                .values();
    }
}
