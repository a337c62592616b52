package io.expunge.cli;

import io.expunge.execution.Executions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that this process is at, so that all can be asked to stop behind the slices under way. */
final class OpenRuns {

    private final Set<Executions> open = ConcurrentHashMap.newKeySet();
    private final boolean stoppedBySpring;
    private volatile boolean stopping;

    private OpenRuns(boolean stoppedBySpring) {
        this.stoppedBySpring = stoppedBySpring;
    }

    /** Of a command, which ends with the one run that it is about. */
    static OpenRuns ofCommand() {
        return new OpenRuns(true);
    }

    /** Of a process that outlives its runs, and stops them itself when it ends. */
    static OpenRuns ofDaemon() {
        return new OpenRuns(false);
    }

    /** Whether the end of the process closes their contexts by itself. */
    boolean areStoppedBySpring() {
        return stoppedBySpring;
    }

    /** Lasts as long as the run. */
    interface Entry extends AutoCloseable {
        @Override
        void close();
    }

    Entry enter(Executions executions) {
        open.add(executions);
        if (stopping) {
            executions.askToStop();
        }
        return () -> open.remove(executions);
    }

    /** Doesn't wait; to be repeated until they have ended. */
    void askToStop() {
        stopping = true;
        open.forEach(Executions::askToStop);
    }
}
