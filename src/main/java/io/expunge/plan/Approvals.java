package io.expunge.plan;

import java.util.Optional;

/**
 * What was asked to be approved, and what was approved. Nothing of it ever changes. Every method assumes a transaction of the
 * caller's. On PostgreSQL the database itself says who asks and who approves: whoever logged in.
 */
public interface Approvals {

    /** Asks for the approval of this plan; the earlier requests of the job can't be approved any more. */
    void request(CountedPlan plan);

    /** The latest request of a job. */
    Optional<ApprovalRequest> latest(String jobId);

    /** What was approved last for that plan of the job. */
    Optional<CountedPlan> approved(String jobId, String planHash);

    /** Approves the latest request of the job, under the login of the caller, and records it in the audit trail. */
    Outcome approve(String jobId, Approve order);

    /**
     * What is approved, and why.
     *
     * @param approvalHash as {@code plan} showed it
     */
    record Approve(String approvalHash, String reasonCode, Optional<String> ticket) {}

    /** What came of it; the names are the database's. */
    enum Outcome {
        APPROVED,
        UNKNOWN_JOB,
        /** Nobody asked to have this hash approved for this job. */
        NOT_REQUESTED,
        /** The login is one that erases, verifies or owns, and no person's. */
        SERVICE_LOGIN,
        /** The current catalog doesn't name the login among its approvers. */
        NOT_AN_APPROVER,
        /** The same person, perhaps under another login, asked for the erasure or for its approval, or acted on the job. */
        SAME_PERSON,
        /** The job has ended. */
        OVER,
        /** The job was planned anew since, or another request followed. */
        SUPERSEDED,
        ALREADY_APPROVED
    }
}
