package io.expunge.serve;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A node that fires, from the moment it is opened until it is stopped. */
public final class Daemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
    private static final long ASKED_AGAIN_AFTER_MILLIS = 200;

    private static final Map<String, Object> DEFAULTS = Map.of(
            "spring.main.log-startup-info", "false",
            "server.shutdown", "immediate",
            "management.endpoints.web.exposure.include", "health",
            "management.endpoints.web.discovery.enabled", "false",
            "management.endpoint.health.probes.enabled", "true",
            // Only starting anew can cure what the first shows; the second says whether fires come.
            "management.endpoint.health.group.liveness.include", "livenessState",
            "management.endpoint.health.group.readiness.include", "readinessState,scheduler,db");

    private final ConfigurableApplicationContext context;

    private Daemon(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Opens the port and begins to fire.
     *
     * @param control connections to the control database, as the eraser
     * @param address of the interface on which health is answered
     * @param port of it; 0 for any that is free
     * @throws org.springframework.boot.web.server.PortInUseException if somebody else has it
     */
    public static Daemon open(
            DataSource control, String address, int port, Timetable timetable, FiredWork work, Instant now) {
        Map<String, Object> properties = new HashMap<>(DEFAULTS);
        properties.put("server.address", address);
        properties.put("server.port", port);
        Daemon daemon = new Daemon(new SpringApplicationBuilder(ServeConfiguration.class)
                .web(WebApplicationType.SERVLET)
                .bannerMode(Banner.Mode.OFF)
                // The end is in the hands of whoever opened it: the work must have stopped before the pool is closed.
                .registerShutdownHook(false)
                .properties(properties)
                .initializers(created -> {
                    GenericApplicationContext beans = (GenericApplicationContext) created;
                    beans.registerBean(DataSource.class, () -> control);
                    beans.registerBean(FiredWork.class, () -> work);
                })
                .run());
        try {
            timetable.install(daemon.scheduler(), now);
            daemon.scheduler().start();
            return daemon;
        } catch (SchedulerException failed) {
            daemon.close();
            throw new IllegalStateException("the schedule can't be written", failed);
        }
    }

    /**
     * Fires no more, and waits until what is at work has ended.
     *
     * @param asking asks it to; is called again and again
     * @return whether it ended in time
     */
    public boolean stop(Runnable asking, Duration patience) throws InterruptedException, SchedulerException {
        scheduler().standby();
        long deadline = System.nanoTime() + patience.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        while (!scheduler().getCurrentlyExecutingJobs().isEmpty()) {
            if (System.nanoTime() > deadline) {
                LOG.warn("not stopped within {}; the next run takes up what is left", patience);
                return false;
            }
            ask(asking);
            boolean unused = never.await(ASKED_AGAIN_AFTER_MILLIS, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    /** The database may be away; what is at work then ends by itself, or is left to die. */
    private static void ask(Runnable asking) {
        try {
            asking.run();
        } catch (RuntimeException failed) {
            LOG.warn(
                    "could not be asked to stop ({}); trying again",
                    failed.getClass().getSimpleName());
        }
    }

    private Scheduler scheduler() {
        return context.getBean(Scheduler.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
