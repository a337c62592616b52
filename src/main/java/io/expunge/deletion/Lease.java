package io.expunge.deletion;

/**
 * The right to work on a deletion job. Every write of the job or its tasks names the token; once somebody else has taken
 * the job over, the token is stale and changes no row.
 *
 * @param owner one process
 */
public record Lease(String jobId, long token, String owner, String runId) {}
