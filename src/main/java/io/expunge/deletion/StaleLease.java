package io.expunge.deletion;

/** Somebody else has the job now; nothing was written. */
public final class StaleLease extends RuntimeException {

    private final String jobId;

    public StaleLease(Lease lease) {
        super(
                lease.jobId() + ": lease token " + lease.token() + " is stale, the job is somebody else's",
                null,
                false,
                true);
        this.jobId = lease.jobId();
    }

    public String jobId() {
        return jobId;
    }
}
