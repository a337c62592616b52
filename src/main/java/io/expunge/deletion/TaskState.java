package io.expunge.deletion;

/** The states of a task: one resource at one location, for one deletion job. */
public enum TaskState {
    PENDING,
    RUNNING,
    ERASED,
    ALREADY_ABSENT,
    ANONYMISED,
    EXPIRING,
    RETAINED,
    WAITING_RETRY,
    BLOCKED;

    /** Whether the eraser is done with it in its round. */
    public boolean isEnd() {
        return switch (this) {
            case ERASED, ALREADY_ABSENT, ANONYMISED, EXPIRING, RETAINED -> true;
            case PENDING, RUNNING, WAITING_RETRY, BLOCKED -> false;
        };
    }
}
