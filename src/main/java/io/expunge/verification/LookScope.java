package io.expunge.verification;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one {@code verify} command remembers between the instances that it starts. Without {@code --wait} each job is looked at
 * once per command, however short its second look's interval is.
 */
final class LookScope {

    private final Set<String> runs = ConcurrentHashMap.newKeySet();
    private volatile boolean again;

    void addRun(String runId) {
        runs.add(runId);
    }

    Set<String> runs() {
        return Set.copyOf(runs);
    }

    void allowAgain() {
        again = true;
    }

    /** Jobs last looked at by these runs are left alone. */
    Set<String> excluded() {
        return again ? Set.of() : runs();
    }
}
