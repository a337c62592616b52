package io.expunge.erasure;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.FenceKind;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.Intake;
import io.expunge.execution.Instances;
import java.util.List;
import java.util.Set;

/**
 * Keeps a tenant from being re-opened while something of its is fenced by nothing but the lease: from before it is frozen
 * until its job is over and every execution that was to work on it has ended. A process that was stopped in the middle of a
 * slice may go on long after another has finished the job; until it has, what it then deletes must not be a new tenant's.
 */
public final class Reopening {

    private final Intake intake;
    private final DeletionJobs jobs;
    private final Instances instances;

    public Reopening(Intake intake, DeletionJobs jobs, Instances instances) {
        this.intake = intake;
        this.jobs = jobs;
        this.instances = instances;
    }

    /** Before the registry is read: a tenant that was not refused by then is seen as open. */
    void refuse(DeletionJob job, Catalog catalog) {
        if (catalog.resources().stream().anyMatch(resource -> resource.fence() == FenceKind.LEASE)) {
            intake.refuseReopening(job.tenantId(), job.generation());
        }
    }

    boolean anyToAllow() {
        return !safe().isEmpty();
    }

    void allowWhereSafe() {
        safe().forEach(intake::allowReopening);
    }

    private List<String> safe() {
        List<String> over = jobs.find(intake.refusingReopening()).stream()
                .filter(job -> job.state().isOver())
                .map(DeletionJob::id)
                .toList();
        Set<String> atWork = instances.stillAtWork(ErasureJob.NAME, over);
        return over.stream().filter(id -> !atWork.contains(id)).toList();
    }
}
