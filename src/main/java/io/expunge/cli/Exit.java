package io.expunge.cli;

/** How a command ended, of the jobs that it worked on. */
public enum Exit {
    /** All done, or nothing was due. */
    DONE(0),
    /** Anything else. */
    FAILED(1),
    /** The arguments, the settings or the catalog can't be used as they are. */
    USAGE(2),
    /** Something waits for a retry, for a look or for a person. */
    WORK_LEFT(3),
    /** A guard refused it, or it is already running. */
    REFUSED(4),
    /** Something was left, a gap is open, or the audit failed. */
    FINDING(5);

    private final int code;

    Exit(int code) {
        this.code = code;
    }

    /** What the process answers. */
    public int code() {
        return code;
    }
}
