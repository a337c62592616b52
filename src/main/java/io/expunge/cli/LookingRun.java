package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.execution.Executions;
import io.expunge.execution.Instances;
import io.expunge.execution.PostgresInstanceLock;
import io.expunge.execution.StopAt;
import io.expunge.notify.Notifier;
import io.expunge.policy.JdbcExceptions;
import io.expunge.schedule.Hours;
import io.expunge.schedule.TimeOfDay;
import io.expunge.verification.DueLooks;
import io.expunge.verification.LookSummary;
import io.expunge.verification.VerificationSettings;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.batch.core.job.parameters.InvalidJobParametersException;

/**
 * One looking run, as somebody, cron or {@code serve} asks for it: within the hours, up to an end, and without starting
 * anything when no look is due.
 */
final class LookingRun {

    private final Invocation invocation;
    private final OpenRuns runs;

    LookingRun(Invocation invocation, OpenRuns runs) {
        this.invocation = invocation;
        this.runs = runs;
    }

    /**
     * What is asked for.
     *
     * @param waits whether to stay for looks that become due later
     * @param scheduled nobody is watching: the hours bind, and an outstanding look is no failure
     * @param until when to stop, at the next such time
     * @param end when to stop, at a moment that is known already
     */
    record Order(
            RunId run,
            Optional<DeletionJobId> onlyJob,
            boolean waits,
            boolean scheduled,
            Optional<TimeOfDay> until,
            Optional<Instant> end) {}

    /** Prints the last line and answers the exit code. */
    int run(Order order) throws InvalidJobParametersException, InterruptedException {
        List<Notifier> channels = Channels.of(invocation.settings(), invocation.clock());
        int exit = look(order);
        Notices.deliver(invocation, invocation.settings().control(ControlRole.VERIFIER), channels);
        return exit;
    }

    private int look(Order order) throws InvalidJobParametersException, InterruptedException {
        String what = "verify " + order.run().value();
        Settings settings = invocation.settings();
        VerificationSettings verification = VerificationSettings.readOrDefaults(settings.verificationSettings());
        Hours all = verification.schedule().hours();
        Hours hours = order.scheduled() ? all : all.unbound();
        Instant now = invocation.clock().instant();
        if (!hours.admit(now)) {
            return Endings.outside(what, hours, invocation.out());
        }
        Optional<Instant> end = Stream.concat(hours.end(now, order.until()).stream(), order.end().stream())
                .min(Instant::compareTo);
        if (order.onlyJob().isEmpty() && !isAnythingDue(order, verification, end)) {
            return Endings.ofLook(what, LookSummary.nothingDue(), order.scheduled(), invocation.out());
        }
        return Endings.ofLook(what, look(order, verification, end), order.scheduled(), invocation.out());
    }

    private boolean isAnythingDue(Order order, VerificationSettings verification, Optional<Instant> end) {
        DatabaseLogin login = invocation.settings().control(ControlRole.VERIFIER);
        try (Database control = Database.open(login)) {
            return new DueLooks(
                            new JdbcDeletionJobs(control.client()),
                            new JdbcExceptions(control.client()),
                            new Instances(control.client()),
                            new PostgresInstanceLock(Databases.dataSource(login)),
                            verification,
                            invocation.clock())
                    .any(order.run().value(), order.waits(), end);
        }
    }

    private LookSummary look(Order order, VerificationSettings verification, Optional<Instant> end)
            throws InvalidJobParametersException, InterruptedException {
        Clock clock = invocation.clock();
        try (BatchContext context = BatchContext.forVerifying(invocation, verification, runs);
                StopAt watch = StopAt.watching(context.get(Executions.class), end, clock);
                OpenRuns.Entry entry = runs.enter(context.get(Executions.class))) {
            return context.runVerification()
                    .run(order.run().value(), order.onlyJob().map(DeletionJobId::value), order.waits(), end);
        }
    }
}
