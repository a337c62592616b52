package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.execution.PostgresInstanceLock;
import io.expunge.report.ExecutionOverview;
import io.expunge.report.JdbcExecutionReports;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How batch job instances went. */
@Command(
        name = "list",
        sortOptions = false,
        description = {
            "Batch job instances, the newest first, with how their last executions went and what to type next.",
            "CRASHED means that one stands as running and its process is dead; the next run recovers it.",
            ""
        },
        footer = {"", "Reads with the eraser's login. Times are in UTC.", "", "Example:", "  expunge execution list"})
final class ExecutionListCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            converter = CountConverter.class,
            description = "At most so many instances (20); 0 for all.")
    private int limit;

    @Mixin
    private final OutputOption output = new OutputOption();

    ExecutionListCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DatabaseLogin login = invocation.settings().control(ControlRole.ERASER);
        List<ExecutionOverview> instances;
        try (Database control = Database.open(login)) {
            instances = new JdbcExecutionReports(
                            control.client(), new PostgresInstanceLock(Databases.dataSource(login)))
                    .instances(limit == 0 ? Integer.MAX_VALUE : limit);
        }
        if (output.json()) {
            Json.object()
                    .with(
                            "executions",
                            instances.stream().map(ExecutionListCommand::json).toList())
                    .print(invocation.out());
        } else if (instances.isEmpty()) {
            invocation.out().println("no executions; next: scripts/expunge run");
        } else {
            print(instances);
        }
        return Exit.DONE.code();
    }

    private void print(List<ExecutionOverview> instances) {
        Table table = Table.of(
                ">instance", "job", "run", "for", ">executions", "status", "exit code", "started", "ended", "next");
        for (ExecutionOverview instance : instances) {
            table.row(
                    instance.instanceId(),
                    instance.batchJob(),
                    instance.runId(),
                    Texts.or(instance.onlyJob()),
                    instance.executions(),
                    instance.status(),
                    instance.exitCode(),
                    Texts.time(instance.startedAt()),
                    Texts.time(instance.endedAt()),
                    Texts.or(next(instance)));
        }
        table.print(invocation.out());
    }

    private static Object json(ExecutionOverview instance) {
        return Json.object()
                .with("instanceId", instance.instanceId())
                .with("batchJob", instance.batchJob())
                .with("runId", instance.runId())
                .with("jobId", instance.onlyJob())
                .with("executions", instance.executions())
                .with("status", instance.status())
                .with("exitCode", instance.exitCode())
                .with("startedAt", instance.startedAt())
                .with("endedAt", instance.endedAt())
                .with("next", next(instance))
                .values();
    }

    private static Optional<String> next(ExecutionOverview instance) {
        return instance.restartable()
                ? Optional.of("scripts/expunge execution restart " + instance.instanceId())
                : Optional.empty();
    }
}
