package io.expunge.verification;

import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionJobs.Claim;
import io.expunge.execution.InstanceLock;
import io.expunge.execution.Instances;
import io.expunge.policy.Exceptions;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Whether there is anything to look at, asked with a few statements before anything is started. */
public final class DueLooks {

    private final DeletionJobs jobs;
    private final Exceptions exceptions;
    private final Instances instances;
    private final InstanceLock locks;
    private final VerificationSettings settings;
    private final Clock clock;

    public DueLooks(
            DeletionJobs jobs,
            Exceptions exceptions,
            Instances instances,
            InstanceLock locks,
            VerificationSettings settings,
            Clock clock) {
        this.jobs = jobs;
        this.exceptions = exceptions;
        this.instances = instances;
        this.locks = locks;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Says yes rather once too often: the run itself then finds that nothing is due.
     *
     * @param wait whether a look that becomes due later counts
     * @param end but not one that becomes due only then
     */
    public boolean any(String runId, boolean wait, Optional<Instant> end) {
        Claim claim = new Claim(
                runId, "nobody", settings.lease(), clock.instant(), 1, Optional.empty(), Set.of(), Set.of(), false);
        return jobs.countDueForLook(claim) > 0
                || !exceptions.jobsPastThem(clock.instant()).isEmpty()
                || (wait && isWorthWaiting(end))
                || instances.existOf(VerificationJob.NAME, runId)
                || instances.anyCrashed(VerificationJob.NAME, locks);
    }

    private boolean isWorthWaiting(Optional<Instant> end) {
        return jobs.nextLook(Set.of())
                .filter(next -> end.isEmpty() || next.isBefore(end.get()))
                .isPresent();
    }
}
