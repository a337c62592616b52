package io.expunge.erasure;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one {@code run} command remembers between the instances that it starts: the runs it has made, because each deletion
 * job is worked on once per command, the stores that were found to answer again, and whether it is out for retries only.
 */
final class CommandScope {

    private final Set<String> runs = ConcurrentHashMap.newKeySet();
    private final Set<String> answeringStores = ConcurrentHashMap.newKeySet();

    private volatile boolean retriesOnly;

    void addRun(String runId) {
        runs.add(runId);
    }

    Set<String> runs() {
        return Set.copyOf(runs);
    }

    void addAnsweringStore(String store) {
        answeringStores.add(store);
    }

    void limitToRetries() {
        retriesOnly = true;
    }

    boolean retriesOnly() {
        return retriesOnly;
    }

    Set<String> answeringStores() {
        return Set.copyOf(answeringStores);
    }
}
