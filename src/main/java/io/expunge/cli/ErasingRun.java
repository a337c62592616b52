package io.expunge.cli;

import io.expunge.catalog.AdoptCatalog;
import io.expunge.catalog.AdoptCatalog.Adopted;
import io.expunge.catalog.Catalog;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.cli.Settings.IntakeRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.JdbcIntake;
import io.expunge.erasure.DueErasures;
import io.expunge.erasure.ErasureSettings;
import io.expunge.erasure.Reopening;
import io.expunge.erasure.RunErasure;
import io.expunge.erasure.RunSummary;
import io.expunge.execution.Executions;
import io.expunge.execution.Instances;
import io.expunge.execution.PostgresInstanceLock;
import io.expunge.execution.StopAt;
import io.expunge.health.JdbcStoreHealth;
import io.expunge.notify.Notifier;
import io.expunge.policy.JdbcOrders;
import io.expunge.policy.Pause;
import io.expunge.schedule.Hours;
import io.expunge.schedule.TimeOfDay;
import io.expunge.store.Stores;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.batch.core.job.parameters.InvalidJobParametersException;

/**
 * One erasing run, as somebody, cron or {@code serve} asks for it: within the hours, up to an end, and without starting
 * anything when nothing is due.
 */
final class ErasingRun {

    private static final int MOST_FORGOTTEN_AT_ONCE = 500;

    private final Invocation invocation;
    private final OpenRuns runs;

    ErasingRun(Invocation invocation, OpenRuns runs) {
        this.invocation = invocation;
        this.runs = runs;
    }

    /**
     * What is asked for.
     *
     * @param onlyJob one deletion job, whatever its retry time
     * @param retries only what waits for a retry
     * @param scheduled nobody is watching: the hours bind, and what is left is no failure
     * @param until when to stop, at the next such time
     */
    record Order(
            RunId run,
            Optional<DeletionJobId> onlyJob,
            boolean retries,
            boolean scheduled,
            Optional<TimeOfDay> until) {}

    /** Prints the last line and answers the exit code. */
    int run(Order order) throws InvalidJobParametersException {
        List<Notifier> channels = Channels.of(invocation.settings(), invocation.clock());
        int exit = erase(order);
        Notices.deliver(invocation, invocation.settings().control(ControlRole.ERASER), channels);
        return exit;
    }

    private int erase(Order order) throws InvalidJobParametersException {
        String what = "run " + order.run().value();
        Settings settings = invocation.settings();
        ErasureSettings erasure = ErasureSettings.readOrDefaults(settings.erasureSettings());
        Hours all = erasure.schedule().hours();
        Hours hours = order.scheduled() ? all : all.unbound();
        Instant now = invocation.clock().instant();
        if (!hours.admit(now)) {
            return Endings.outside(what, hours, invocation.out());
        }
        Optional<Instant> end = hours.end(now, order.until());
        Adopted current;
        try (Database control = Database.open(settings.control(ControlRole.ERASER))) {
            current = new AdoptCatalog(
                            new JdbcCatalogSnapshots(control.client(), invocation.clock()), control.transaction())
                    .from(settings.catalog());
            Optional<Pause> pause = new JdbcOrders(control.client())
                    .pauses().stream().filter(Pause::isOfAll).findFirst();
            if (pause.isPresent()) {
                return Endings.paused(what, pause.get(), order.scheduled(), invocation.out());
            }
            if (order.onlyJob().isEmpty() && !isAnythingDue(order, erasure, control)) {
                forgetOldExecutions(order, erasure, control);
                return Endings.ofRun(what, RunSummary.nothingDue(), order.scheduled(), invocation.out());
            }
        }
        RunSummary summary = work(order, erasure, current, end);
        try (Database control = Database.open(settings.control(ControlRole.ERASER))) {
            forgetOldExecutions(order, erasure, control);
        }
        return Endings.ofRun(what, summary, order.scheduled(), invocation.out());
    }

    /** So many at once, so that the first night after a year is no long one. */
    private void forgetOldExecutions(Order order, ErasureSettings erasure, Database control) {
        if (order.scheduled() && !order.retries()) {
            int unused = ExecutionPurgeCommand.of(
                            control, invocation.settings().control(ControlRole.ERASER), invocation.clock())
                    .purge(erasure.keepExecutions(), MOST_FORGOTTEN_AT_ONCE);
        }
    }

    private boolean isAnythingDue(Order order, ErasureSettings erasure, Database control) {
        DueErasures due = new DueErasures(
                new JdbcDeletionJobs(control.client()),
                new Instances(control.client()),
                new PostgresInstanceLock(
                        Databases.dataSource(invocation.settings().control(ControlRole.ERASER))),
                new JdbcStoreHealth(control.client(), "nobody"),
                erasure,
                invocation.clock());
        if (order.retries()) {
            return due.anyRetry(order.run().value());
        }
        try (Database intake = Database.open(invocation.settings().intake(IntakeRole.ERASER))) {
            JdbcIntake requests = new JdbcIntake(intake.client(), intake.client());
            Reopening reopening =
                    new Reopening(requests, new JdbcDeletionJobs(control.client()), new Instances(control.client()));
            return due.any(order.run().value(), requests, reopening);
        }
    }

    /** Said before anything is claimed; opening a store asks it nothing. */
    private static void requireUsableAddresses(Stores stores, Catalog catalog) {
        for (String store : catalog.stores().keySet()) {
            try {
                stores.eraser(catalog, store);
            } catch (IllegalArgumentException unusable) {
                throw new UsageException(String.valueOf(unusable.getMessage()));
            }
        }
    }

    private RunSummary work(Order order, ErasureSettings erasure, Adopted current, Optional<Instant> end)
            throws InvalidJobParametersException {
        Clock clock = invocation.clock();
        try (BatchContext context = BatchContext.forErasing(invocation, erasure, runs);
                StopAt watch = StopAt.watching(context.get(Executions.class), end, clock);
                OpenRuns.Entry entry = runs.enter(context.get(Executions.class))) {
            requireUsableAddresses(context.get(Stores.class), current.catalog());
            RunErasure erasing = context.runErasure();
            String run = order.run().value();
            return order.retries()
                    ? erasing.retry(run, current.catalog())
                    : erasing.run(
                            run,
                            order.onlyJob().map(DeletionJobId::value),
                            current.catalog(),
                            current.snapshot().hash());
        }
    }
}
