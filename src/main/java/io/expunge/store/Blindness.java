package io.expunge.store;

/** Why a probe can't say whether anything is left. */
public enum Blindness {
    /** The store didn't answer, or not in time. */
    UNAVAILABLE(true),
    /** Something that began before the freeze can still write. */
    IN_FLIGHT(true),
    /** The copy that was asked is behind the erasure. */
    STALE(true),
    /** The answer didn't cover everything (a scan that was cut, a shard that failed). */
    INCOMPLETE(true),
    /** The probe lacks a right. */
    DENIED(false),
    /** The positive control wasn't seen: a wrong place, a filter, a wrong pattern. */
    BLIND(false),
    /** The table, index or bucket isn't there. */
    MISSING_CONTAINER(false),
    /** The store isn't the one whose position was recorded: another system, timeline or run. */
    OTHER_STORE(false);

    private final boolean timeMayCure;

    Blindness(boolean timeMayCure) {
        this.timeMayCure = timeMayCure;
    }

    /** Whether looking again later can help without a person. */
    public boolean timeMayCure() {
        return timeMayCure;
    }
}
