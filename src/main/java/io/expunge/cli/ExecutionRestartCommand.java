package io.expunge.cli;

import io.expunge.erasure.ErasureSettings;
import io.expunge.erasure.RunSummary;
import io.expunge.verification.LookSummary;
import io.expunge.verification.VerificationSettings;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Restarts a batch job instance. */
@Command(
        name = "restart",
        sortOptions = false,
        description = {
            "Restarts a batch job instance: partitions that finished stay finished, those that failed go on. Retry times don't",
            "count: a person asked. A crashed instance is recovered first; one that is running elsewhere is refused.",
            ""
        },
        footer = {"", "Example:", "  expunge execution restart 12"})
final class ExecutionRestartCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "INSTANCE",
            converter = InstanceConverter.class,
            description = "Number of the instance, as execution list shows it.")
    private long instance;

    ExecutionRestartCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws Exception {
        String what = "restart of instance " + instance;
        Settings settings = invocation.settings();
        ErasureSettings erasure = ErasureSettings.readOrDefaults(settings.erasureSettings());
        try (BatchContext context = BatchContext.forErasing(invocation, erasure, OpenRuns.ofCommand())) {
            Optional<RunSummary> summary = context.runErasure().restart(instance);
            if (summary.isPresent()) {
                return Endings.ofRun(what, summary.get(), false, invocation.out());
            }
        }
        VerificationSettings verification = VerificationSettings.readOrDefaults(settings.verificationSettings());
        try (BatchContext context = BatchContext.forVerifying(invocation, verification, OpenRuns.ofCommand())) {
            Optional<LookSummary> summary = context.runVerification().restart(instance);
            if (summary.isPresent()) {
                return Endings.ofLook(what, summary.get(), false, invocation.out());
            }
        }
        throw new UsageException("there is no batch job instance " + instance + "; execution list shows them");
    }
}
