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
    private final Runnable whenStopped;
    private volatile boolean running;

    /**
     * Listens for the end of the context.
     *
     * @param patience under the grace period of whoever sends the signal; Kubernetes gives 30 seconds
     * @param whenStopped lets go of what this process holds, while the database can still be reached: the thread that ran the
     *     execution races with the end of the process and may not come to it
     */
    public StopOnShutdown(Executions executions, Duration patience, Runnable whenStopped) {
        this.executions = executions;
        this.patience = patience;
        this.whenStopped = whenStopped;
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
            whenStopped.run();
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
