package io.expunge.deletion;

import io.expunge.deletion.DeletionJobs.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Claims that differ in what a test is about. */
public final class Claims {

    static final Duration LEASE = Duration.ofMinutes(5);

    private Claims() {}

    /** Everything that is due at {@link GivenJobs#NOW}, taken by the process that works on this run. */
    public static Claim by(String runId) {
        return new Claim(
                runId, "owner-of-" + runId, LEASE, GivenJobs.NOW, 100, Optional.empty(), Set.of(), Set.of(), false);
    }

    static Claim at(Instant now, Claim claim) {
        return new Claim(
                claim.runId(),
                claim.owner(),
                claim.lease(),
                now,
                claim.limit(),
                claim.onlyJob(),
                claim.excludedRuns(),
                claim.answeringStores(),
                claim.begunOnly());
    }

    static Claim atMost(int limit, Claim claim) {
        return new Claim(
                claim.runId(),
                claim.owner(),
                claim.lease(),
                claim.now(),
                limit,
                claim.onlyJob(),
                claim.excludedRuns(),
                claim.answeringStores(),
                claim.begunOnly());
    }

    static Claim of(DeletionJob onlyJob, Claim claim) {
        return new Claim(
                claim.runId(),
                claim.owner(),
                claim.lease(),
                claim.now(),
                claim.limit(),
                Optional.of(onlyJob.id()),
                claim.excludedRuns(),
                claim.answeringStores(),
                claim.begunOnly());
    }

    static Claim leavingOut(String run, Claim claim) {
        return new Claim(
                claim.runId(),
                claim.owner(),
                claim.lease(),
                claim.now(),
                claim.limit(),
                claim.onlyJob(),
                Set.of(run),
                claim.answeringStores(),
                claim.begunOnly());
    }

    static Claim knowingThatAnswers(String store, Claim claim) {
        return new Claim(
                claim.runId(),
                claim.owner(),
                claim.lease(),
                claim.now(),
                claim.limit(),
                claim.onlyJob(),
                claim.excludedRuns(),
                Set.of(store),
                claim.begunOnly());
    }

    static Claim onlyWhatWasBegun(Claim claim) {
        return new Claim(
                claim.runId(),
                claim.owner(),
                claim.lease(),
                claim.now(),
                claim.limit(),
                claim.onlyJob(),
                claim.excludedRuns(),
                claim.answeringStores(),
                true);
    }

    static Claim withLease(Duration lease, Claim claim) {
        return new Claim(
                claim.runId(),
                claim.owner(),
                lease,
                claim.now(),
                claim.limit(),
                claim.onlyJob(),
                claim.excludedRuns(),
                claim.answeringStores(),
                claim.begunOnly());
    }
}
