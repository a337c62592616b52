package io.expunge.execution;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks what runs here to stop when a time has come; until it is closed. Looks at the clock again and again, so that a clock
 * that is set, or a machine that slept, makes no difference.
 */
public final class StopAt implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StopAt.class);
    private static final long EVERY_MILLIS = 250;

    private final Executions executions;
    private final Instant end;
    private final Clock clock;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(runnable -> {
        Thread thread = new Thread(runnable, "stop-at");
        thread.setDaemon(true);
        return thread;
    });

    private StopAt(Executions executions, Instant end, Clock clock) {
        this.executions = executions;
        this.end = end;
        this.clock = clock;
    }

    /** @param end empty for never */
    public static StopAt watching(Executions executions, Optional<Instant> end, Clock clock) {
        StopAt stop = new StopAt(executions, end.orElse(Instant.MAX), clock);
        if (end.isPresent()) {
            var unused = stop.watch.scheduleWithFixedDelay(stop::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
        return stop;
    }

    private void look() {
        if (clock.instant().isBefore(end)) {
            return;
        }
        try {
            if (!executions.isStopping()) {
                LOG.info("it is {}; stopping behind the slices under way", end);
            }
            executions.askToStop();
        } catch (RuntimeException failed) {
            // A watch that throws is not called again.
            LOG.warn(
                    "could not be asked to stop ({}); trying again",
                    failed.getClass().getSimpleName());
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
