package io.expunge.deletion;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The leases that this process holds, by deletion job. A note for ourselves: whether a lease still counts is decided by
 * the database alone.
 */
public final class HeldLeases {

    private final String owner;
    private final ConcurrentMap<String, Lease> byJob = new ConcurrentHashMap<>();

    /** @param owner this process's name, unlike any other's */
    public HeldLeases(String owner) {
        this.owner = owner;
    }

    public String owner() {
        return owner;
    }

    public void add(Lease lease) {
        byJob.put(lease.jobId(), lease);
    }

    public void drop(String jobId) {
        byJob.remove(jobId);
    }

    public Optional<Lease> of(String jobId) {
        return Optional.ofNullable(byJob.get(jobId));
    }

    /** The leases that this run of ours holds. */
    public List<Lease> ofRun(String runId) {
        return byJob.values().stream()
                .filter(lease -> lease.runId().equals(runId))
                .sorted(java.util.Comparator.comparing(Lease::jobId))
                .toList();
    }

    public boolean isEmpty() {
        return byJob.isEmpty();
    }

    void dropAll(Collection<String> jobIds) {
        jobIds.forEach(byJob::remove);
    }
}
