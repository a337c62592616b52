package io.expunge.cli;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.erasure.ErasureSettings;
import io.expunge.execution.PostgresInstanceLock;
import io.expunge.execution.PurgeExecutions;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Forgets how old batch job instances went. */
@Command(
        name = "purge",
        sortOptions = false,
        description = {
            "Forgets batch job instances that ended long ago. What was planned, acknowledged and seen stays, and so does every",
            "instance that a restart could still do something with.",
            ""
        },
        footer = {
            "",
            "run --scheduled does the same at its end, by keep-executions in jobs/erasure.yaml.",
            "",
            "Example:",
            "  expunge execution purge --older-than 90d --dry-run"
        })
final class ExecutionPurgeCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            converter = AgeConverter.class,
            description = "How long ago it must have ended, such as 90d or 12h. keep-executions if left out.")
    private @Nullable Duration age;

    @Option(names = "--dry-run", description = "Say how many there are and leave them.")
    private boolean dryRun;

    @Mixin
    private final OutputOption output = new OutputOption();

    ExecutionPurgeCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Settings settings = invocation.settings();
        Duration older = age != null
                ? age
                : ErasureSettings.readOrDefaults(settings.erasureSettings()).keepExecutions();
        DatabaseLogin login = settings.control(ControlRole.ERASER);
        int instances;
        try (Database control = Database.open(login)) {
            PurgeExecutions purge = of(control, login, invocation.clock());
            instances = dryRun ? purge.find(older, Integer.MAX_VALUE).size() : purge.purge(older, Integer.MAX_VALUE);
        }
        if (output.json()) {
            Json.object().with("instances", instances).with("purged", !dryRun).print(invocation.out());
        } else {
            invocation
                    .out()
                    .println(instances
                            + (instances == 1 ? " instance" : " instances")
                            + (dryRun ? " would be forgotten" : " forgotten"));
        }
        return Exit.DONE.code();
    }

    static PurgeExecutions of(Database control, DatabaseLogin login, Clock clock) {
        return new PurgeExecutions(
                control.client(),
                new PostgresInstanceLock(Databases.dataSource(login)),
                new JdbcAuditTrail(control.client(), clock),
                control.transaction(),
                clock);
    }
}
