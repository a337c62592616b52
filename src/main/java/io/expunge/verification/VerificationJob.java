package io.expunge.verification;

/** The verification job's names, as operators see them. */
public final class VerificationJob {

    public static final String NAME = "verificationJob";

    /** The one wave of its partitions. */
    static final String WAVE = "OBSERVE";

    /** The worker; a partition's step execution is called after it and after the partition. */
    static final String WORKER = "look";

    private VerificationJob() {}
}
