package io.expunge.deletion;

import io.expunge.tenant.TenantReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The deletion jobs in the control database. Every method assumes a transaction of the caller's. */
public interface DeletionJobs {

    /**
     * Makes a job of a request, unless there is one for that tenant generation under any key still held (I1); a cancelled
     * one that was asked for again since is accepted again, unless its tenant is protected by now.
     *
     * @return the job's id
     */
    String receive(NewDeletionJob job);

    Optional<DeletionJob> find(String id);

    /** The jobs of these ids, in the order of the ids. */
    List<DeletionJob> find(Collection<String> ids);

    /**
     * Takes jobs that are due for erasing, at most so many, oldest request first; what another process is just taking is
     * left to it. Nothing is due while all stores are paused. Due are accepted jobs after their earliest start, waiting ones after their retry time or parked by the
     * outage of a store that answers again, and running ones whose lease is over.
     */
    List<DeletionJob> claimForErasure(Claim claim);

    /** How many jobs {@link #claimForErasure} would find, whatever the limit. */
    long countDueForErasure(Claim claim);

    /**
     * Takes back, for a restarted run, the jobs that still carry its run id: waiting or running ones for the eraser, those
     * awaiting verification for the verifier. Only who holds the instance's lock may call it: the former runner is then
     * known to be dead.
     */
    List<DeletionJob> takeBack(Collection<String> jobIds, JobState expected, Claim claim);

    /** The jobs that carry this run id, whatever their state. */
    List<DeletionJob> ofRun(String runId);

    /** Takes jobs of which a look is due and nobody holds the lease, at most so many. */
    List<DeletionJob> claimForLook(Claim claim);

    long countDueForLook(Claim claim);

    /** The earliest time at which a look at one of these jobs, or of any if none is named, is due. */
    Optional<Instant> nextLook(Collection<String> jobIds);

    /**
     * Moves a job on, conditional on its state, version and our lease.
     *
     * @return the job as it now is
     * @throws StaleLease if the lease is somebody else's
     * @throws UnexpectedState if the job is not as expected
     */
    DeletionJob move(DeletionJob job, Lease lease, JobMove move, Instant now);

    /** Notes that the tenant was found closed, with its attributes. Conditional like {@link #move}. */
    DeletionJob frozen(DeletionJob job, Lease lease, Map<String, String> attributes, Instant now);

    /** Notes the sealed plan. Conditional like {@link #move}. */
    DeletionJob sealed(DeletionJob job, Lease lease, String planHash, Instant now);

    /**
     * Locks the job's row for the rest of the transaction and checks that our lease still counts, so that nobody can take
     * the job over between a check and a write.
     *
     * @throws StaleLease if it doesn't
     */
    void hold(Lease lease, JobState expected);

    /**
     * Lets every lease of this process run out now, because it stops working on them: whoever comes next need not
     * wait, and no heartbeat that is just under way renews them.
     */
    void letGo(String owner);

    /** Those of the leases that still count. */
    Set<String> stillOurs(Collection<Lease> leases);

    /**
     * A person lets a blocked or failed job go on, conditional on the version that was shown; its tasks get their budgets back.
     */
    boolean resume(DeletionJob job, Instant now);

    /**
     * A person puts a job on another catalog, conditional on the version that was shown: what it was planned to do is planned
     * anew by the next run, in the next round if it has begun. Nothing happens to a job that has ended or that is being worked
     * on.
     *
     * @return whether it was put there
     */
    boolean replan(DeletionJob job, String catalogHash, Instant now);

    /** The open jobs that are on another catalog, oldest request first. */
    List<String> openUnderAnotherCatalog(String catalogHash);

    /**
     * A person takes a job back that has not begun, conditional on the version that was shown.
     *
     * @param asked the latest ask that the cancelling knows of, where it could be read; a later one accepts the job again
     */
    boolean cancel(DeletionJob job, Optional<Instant> asked, Instant now);

    /** A person gives an open job up, conditional on the version that was shown, and on no living runner's having it. */
    boolean abandon(DeletionJob job, Instant now);

    /** Whether a living runner has it. */
    boolean isAtWork(DeletionJob job);

    /**
     * The ids of the blocked jobs, oldest request first.
     *
     * @param reason only those that are blocked because of it
     * @param store only those that are blocked there
     */
    List<String> blocked(Optional<BlockReason> reason, Optional<String> store);

    /** A tenant's jobs, of whatever generation and state; oldest request first. */
    List<DeletionJob> ofTenant(Collection<TenantReference> tenant);

    /** Makes due now what a pause has parked and none keeps any more, and answers which. */
    List<String> dueAfterPause(Instant now);

    /** Blocks a verified job because an exception on which its proof rests has ended, conditional on the version. */
    boolean overdue(DeletionJob job, Instant now);

    /** The stores on which jobs wait that are not due yet, because they did not answer. */
    Set<String> storesWaitedFor(Instant now);

    /**
     * What to claim.
     *
     * @param onlyJob one job, whatever its retry time: a person asked; its earliest start and a living lease still count
     * @param excludedRuns jobs last worked on by these runs are left alone: each job once per command
     * @param answeringStores stores that were out and answer again
     * @param begunOnly accepted jobs are left to a run that takes everything
     */
    record Claim(
            String runId,
            String owner,
            Duration lease,
            Instant now,
            int limit,
            Optional<String> onlyJob,
            Set<String> excludedRuns,
            Set<String> answeringStores,
            boolean begunOnly) {}
}
