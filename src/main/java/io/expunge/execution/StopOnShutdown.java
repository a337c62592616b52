package io.expunge.execution;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * On a polite end of the process (SIGTERM) lets the slices under way end and be recorded before anything is closed. Left alone,
 * Spring Batch would close the pool under the running steps and leave rows like a crash's (measured).
 */
public final class StopOnShutdown implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(StopOnShutdown.class);

    private final Executions executions;
    private final Duration patience;
    private volatile boolean running;

    /** @param patience under the grace period of whoever sends the signal; Kubernetes gives 30 seconds */
    public StopOnShutdown(Executions executions, Duration patience) {
        this.executions = executions;
        this.patience = patience;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        try {
            if (!executions.stop(patience)) {
                LOG.warn("not stopped within {}; the next run takes up what is left", patience);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
