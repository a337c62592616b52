package io.expunge.execution;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.batch.core.job.parameters.JobParameters;

/** For a control database in this very process (H2), where nobody else can be running. */
public final class InProcessInstanceLock implements InstanceLock {

    private final Set<InstanceKey> held = ConcurrentHashMap.newKeySet();

    @Override
    public Optional<Held> tryLock(String jobName, JobParameters parameters) {
        InstanceKey key = InstanceKey.of(jobName, parameters);
        return held.add(key) ? Optional.of(() -> held.remove(key)) : Optional.empty();
    }
}
