package io.expunge.deletion;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * The leases that this process holds, by deletion job. A note for ourselves: whether a lease still counts is decided by
 * the database alone.
 */
public final class HeldLeases {

    private final String owner;
    private final ConcurrentMap<String, Lease> byJob = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Long> oursAt = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    /** @param owner this process's name, unlike any other's */
    public HeldLeases(String owner) {
        this(owner, System::nanoTime);
    }

    /** @param nanoTime goes on while the process is stopped */
    HeldLeases(String owner, LongSupplier nanoTime) {
        this.owner = owner;
        this.nanoTime = nanoTime;
    }

    public String owner() {
        return owner;
    }

    public void add(Lease lease) {
        oursAt.put(lease.jobId(), nanoTime.getAsLong());
        byJob.put(lease.jobId(), lease);
    }

    /**
     * Whether the lease was taken or renewed so lately that nobody else can have it, as far as this process can tell without
     * asking: what a process has to ask itself that may have been stopped since it last looked into the database.
     *
     * @param lease how long a lease lasts
     * @param heartbeat how often it is renewed; kept back for the time that taking and renewing took
     */
    public boolean isSurelyOurs(String jobId, Duration lease, Duration heartbeat) {
        Long since = oursAt.get(jobId);
        return since != null
                && nanoTime.getAsLong() - since < lease.minus(heartbeat).toNanos();
    }

    /** The job's lease was renewed by a statement that was sent at that moment of {@link System#nanoTime()}. */
    void renewed(String jobId, long sentAt) {
        oursAt.computeIfPresent(jobId, (id, before) -> sentAt);
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    public void drop(String jobId) {
        byJob.remove(jobId);
        oursAt.remove(jobId);
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
        jobIds.forEach(this::drop);
    }
}
