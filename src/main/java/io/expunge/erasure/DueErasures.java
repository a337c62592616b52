package io.expunge.erasure;

import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.DeletionJobs.Claim;
import io.expunge.deletion.Intake;
import io.expunge.execution.InstanceLock;
import io.expunge.execution.Instances;
import io.expunge.health.StoreHealth;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/**
 * Whether there is anything for a run to do, asked with a few statements before anything is started. Says yes rather once
 * too often: the run itself then finds that nothing is due.
 */
public final class DueErasures {

    private final DeletionJobs jobs;
    private final Instances instances;
    private final InstanceLock locks;
    private final StoreHealth health;
    private final ErasureSettings settings;
    private final Clock clock;

    public DueErasures(
            DeletionJobs jobs,
            Instances instances,
            InstanceLock locks,
            StoreHealth health,
            ErasureSettings settings,
            Clock clock) {
        this.jobs = jobs;
        this.instances = instances;
        this.locks = locks;
        this.health = health;
        this.settings = settings;
        this.clock = clock;
    }

    /** For a run that takes everything: also a request that is no job yet, or a tenant that may be re-opened again. */
    public boolean any(String runId, Intake intake, Reopening reopening) {
        return anyBegun(runId, false) || !intake.unreceived(1).isEmpty() || reopening.anyToAllow();
    }

    /** For a run that is out for retries only. */
    public boolean anyRetry(String runId) {
        return anyBegun(runId, true);
    }

    private boolean anyBegun(String runId, boolean begunOnly) {
        Claim claim = new Claim(
                runId, "nobody", settings.lease(), clock.instant(), 1, Optional.empty(), Set.of(), Set.of(), begunOnly);
        return jobs.countDueForErasure(claim) > 0
                || !jobs.storesWaitedFor(clock.instant()).isEmpty()
                // Nobody else ends an outage.
                || !health.outages().isEmpty()
                || instances.existOf(ErasureJob.NAME, runId)
                || instances.anyCrashed(ErasureJob.NAME, locks);
    }
}
