package io.expunge.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.erasure.ErasureSchedule;
import io.expunge.erasure.ErasureSettings;
import io.expunge.serve.Daemon;
import io.expunge.serve.Fire;
import io.expunge.serve.Timetable;
import io.expunge.verification.VerificationSchedule;
import io.expunge.verification.VerificationSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.web.server.PortInUseException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fires the nightly work until it is told to stop. */
@Command(
        name = "serve",
        sortOptions = false,
        description = {
            "Fires erasure, retries and verification by the schedules in jobs/erasure.yaml and jobs/verification.yaml, until",
            "it is told to stop. Several may serve at once: each fire is one node's, and another takes it over if that dies.",
            ""
        },
        footer = {
            "",
            "Does what run --scheduled, run --scheduled --retries and verify --scheduled --wait do; cron beside it does no harm.",
            "Health is at /actuator/health, with /liveness and /readiness below it. SIGTERM stops at the next slice and ends",
            "with 0; 1 if that took too long. Schedules are read at the start, other settings at each fire.",
            "See docs/scheduling.md.",
            "",
            "Examples:",
            "  expunge serve --port 8080",
            "  expunge serve --port 8080 --address 0.0.0.0"
        })
final class ServeCommand implements Callable<Integer> {

    /** Together under the 30 seconds that Kubernetes gives. */
    private static final Duration PATIENCE_WITH_WORK = Duration.ofSeconds(25);

    static final Duration PATIENCE = Duration.ofSeconds(28);

    /** The scheduler's threads, its two watchmen, health. */
    private static final int CONNECTIONS = 8;

    /** Above that health would rather wait than answer. */
    private static final Duration CONNECTION_PATIENCE = Duration.ofSeconds(3);

    private final Invocation invocation;

    @Option(
            names = "--port",
            paramLabel = "N",
            converter = PortConverter.class,
            defaultValue = "8080",
            description = "Where health is answered. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--address",
            paramLabel = "IP",
            defaultValue = "127.0.0.1",
            description = "On which interface; 0.0.0.0 for all. Default: ${DEFAULT-VALUE}, this host alone.")
    private String address = "";

    ServeCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws Exception {
        // The web server tells its steps to java.util.logging, which would print them all.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        Settings settings = invocation.settings();
        Timetable timetable = timetable(settings);
        DatabaseLogin login = settings.control(ControlRole.ERASER);
        // Says what is wrong with an address or a login before there is a scheduler that tries again and again.
        Database.open(login).close();
        settings.control(ControlRole.VERIFIER);
        OpenRuns runs = OpenRuns.ofDaemon();
        Termination termination;
        Exit exit;
        try (HikariDataSource control = pool(login);
                Daemon daemon = open(control, timetable, runs)) {
            termination = Termination.awaited(PATIENCE.toMillis());
            invocation
                    .out()
                    .println("serving: " + timetable + "; health at http://" + address + ":" + port
                            + "/actuator/health");
            termination.await();
            exit = daemon.stop(runs::askToStop, PATIENCE_WITH_WORK) ? Exit.DONE : Exit.FAILED;
        }
        invocation.out().println("serving: stopped; exit " + exit.code());
        termination.answer(exit);
        return exit.code();
    }

    private Daemon open(HikariDataSource control, Timetable timetable, OpenRuns runs) {
        try {
            return Daemon.open(
                    control,
                    address,
                    port,
                    timetable,
                    new FiredRuns(invocation, runs),
                    invocation.clock().instant());
        } catch (PortInUseException taken) {
            throw new UsageException("port " + port + " is taken: expected one that is free; --port names another");
        }
    }

    private static Timetable timetable(Settings settings) {
        ErasureSchedule erasure =
                ErasureSettings.readOrDefaults(settings.erasureSettings()).schedule();
        VerificationSchedule verification = VerificationSettings.readOrDefaults(settings.verificationSettings())
                .schedule();
        return new Timetable(Map.of(
                Fire.ERASURE,
                new Timetable.Entry(erasure.nightly(), erasure.hours().zone()),
                Fire.RETRIES,
                new Timetable.Entry(erasure.retries(), erasure.hours().zone()),
                Fire.VERIFICATION,
                new Timetable.Entry(verification.looks(), verification.hours().zone())));
    }

    private static HikariDataSource pool(DatabaseLogin login) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("scheduler");
        pool.setDataSource(Databases.dataSource(login));
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(CONNECTION_PATIENCE.toMillis());
        return pool;
    }
}
