package io.expunge.cli;

import io.expunge.execution.Executions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that this process is at, so that all can be asked to stop behind the slices under way. */
final class OpenRuns {

    private final Set<Executions> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

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

    /** Whether nothing is to be begun any more. */
    boolean isStopping() {
        return stopping;
    }

    /** Doesn't wait; to be repeated until they have ended. */
    void askToStop() {
        stopping = true;
        open.forEach(Executions::askToStop);
    }
}
