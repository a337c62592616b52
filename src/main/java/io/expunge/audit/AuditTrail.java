package io.expunge.audit;

import java.util.Optional;

/** Records what was done. Joins the caller's transaction, so that an act and its record stand or fall together. */
public interface AuditTrail {

    /**
     * Appends one event under the database login of the caller.
     *
     * @param action what was done, such as {@code job.claimed}
     * @param detail codes and counts, at most 1,000 characters; nothing of a tenant's (I7)
     */
    void record(String action, Optional<String> jobId, Optional<String> runId, String detail);
}
