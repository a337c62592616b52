package io.expunge.execution;

import java.util.Optional;
import org.springframework.batch.core.job.parameters.JobParameters;

/**
 * Guards one job instance while it is started, run, restarted or recovered. Spring Batch lets several restarts of one
 * instance run at once (measured); this doesn't. Free means that whoever ran the instance is dead.
 */
public interface InstanceLock {

    /**
     * Takes the lock without waiting.
     *
     * @param parameters of which the identifying ones count: before its first start an instance has no id
     * @return empty if another runner holds it
     */
    Optional<Held> tryLock(String jobName, JobParameters parameters);

    /** A lock that is held until it is closed, or until the process dies. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
