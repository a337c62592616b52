package io.expunge.report;

import io.expunge.deletion.DeletionJobId;
import java.util.List;
import java.util.Optional;

/** Deletion jobs and their evidence, for reading. Calls take part in the caller's transaction. */
public interface Reports {

    /** At most so many jobs: open ones first, of these the oldest first; then closed ones, the newest first. */
    List<JobOverview> jobs(int limit);

    /** How many jobs there are. */
    long countJobs();

    /** The stores that are out now, by name. */
    List<StoreOutage> outages();

    Optional<JobOverview> job(DeletionJobId id);

    /** In the order of the plan. */
    List<TaskProgress> tasks(DeletionJobId id);

    /** In the order of the plan; none for a closed job. */
    List<EvidenceGap> gaps(DeletionJobId id);

    /** In the order in which they were written. */
    List<EvidenceRecord> evidence(DeletionJobId id);

    /** What the database's gate would refuse {@code VERIFIED} for now, in its order. */
    List<GateGap> missing(DeletionJobId id);

    /**
     * Exceptions, those that end first on top.
     *
     * @param all also those that have ended or were replaced
     */
    List<ExceptionRecord> exceptions(boolean all);

    Optional<CaseFile> caseFile(DeletionJobId id);
}
