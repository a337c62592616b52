package io.expunge.deletion;

import java.util.Set;

/** The states of a deletion job. {@code deletion_job_transition} holds the same table. */
public enum JobState {
    /** Asked for, not begun. */
    ACCEPTED,
    /** An erasing run holds its lease. */
    RUNNING,
    /** Everything is erased as far as the eraser knows; the verifier has the word. */
    AWAITING_VERIFICATION,
    /** Something is left that can be tried again without a person. */
    WAITING_RETRY,
    /** Only a person can help. */
    BLOCKED,
    /** Proved. */
    VERIFIED,
    /** Cancelled before it began; asking again accepts it again. */
    CANCELLED,
    /** Given up by a person, or superseded. */
    FAILED;

    /** Whether nothing is being erased or looked for any more, unless something is found or a person acts. */
    public boolean isOver() {
        return switch (this) {
            case VERIFIED, CANCELLED, FAILED -> true;
            case ACCEPTED, RUNNING, AWAITING_VERIFICATION, WAITING_RETRY, BLOCKED -> false;
        };
    }

    /** The states that may follow this one. */
    public Set<JobState> successors() {
        return switch (this) {
            case ACCEPTED -> Set.of(RUNNING, CANCELLED, BLOCKED, FAILED);
            case RUNNING -> Set.of(RUNNING, AWAITING_VERIFICATION, WAITING_RETRY, BLOCKED, FAILED);
            case AWAITING_VERIFICATION -> Set.of(AWAITING_VERIFICATION, WAITING_RETRY, BLOCKED, VERIFIED, FAILED);
            case WAITING_RETRY -> Set.of(RUNNING, FAILED);
            case BLOCKED -> Set.of(WAITING_RETRY, FAILED);
            case VERIFIED -> Set.of(WAITING_RETRY, BLOCKED);
            case CANCELLED -> Set.of(ACCEPTED);
            case FAILED -> Set.of(WAITING_RETRY);
        };
    }
}
