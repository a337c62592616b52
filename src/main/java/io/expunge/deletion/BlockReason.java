package io.expunge.deletion;

import io.expunge.store.Refusal;

/** Why only a person can help, and what that person can do. */
public enum BlockReason {
    DENIED("a login lacks a right or isn't accepted; grant it"),
    HELD("a hold or retention lock keeps the data; it must be released or run out"),
    REOPENED("the tenant was re-opened under a later generation; nothing more is touched"),
    NOT_CLOSED("the registry has the tenant open, though it had been closed at this generation; close it again"),
    NOT_REGISTERED("the registry doesn't know the tenant, so its generation can't be checked; register it as closed"),
    GENERATION_AHEAD("the registry is at an earlier generation than was asked for; check what was submitted"),
    PROTECTED("the catalog protects the tenant; it is never erased"),
    POISON("an item makes the store fail however often it is sent; see dead-letter list"),
    RETRIES("what should have passed has not passed in as many runs as a task has; see the task's last error"),
    FAULT("the program itself failed at it, again and again; please report the name in the task's last error"),
    GAP("data is left that no erasing reaches, or a store holds something that the catalog doesn't name"),
    ROUNDS("data came back in every round; find what writes it"),
    CAP("more would be erased than the catalog allows without an approval, or than was approved"),
    NOT_INJECTIVE("a layout can't hold the tenant's id without meaning another tenant"),
    FOREIGN_KEY("rows that this job may not erase still refer to the tenant's"),
    MISSING_CONTAINER("a table or key space isn't where the catalog says"),
    CONFIGURATION("a store is set up in a way that the adapter can't work with"),
    BLIND("the probe didn't see the control tenant, so it can't prove anything"),
    OTHER_STORE(
            "the store isn't the one that the catalog names or that was erased: another server, database or timeline"),
    OVERDUE("an exception under which something was kept has ended; it must go, or be approved anew");

    private final String meaning;

    BlockReason(String meaning) {
        this.meaning = meaning;
    }

    /** What a store's refusal for good means for the job. */
    public static BlockReason of(Refusal refusal) {
        return switch (refusal) {
            case DENIED -> DENIED;
            case FOREIGN_KEY -> FOREIGN_KEY;
            case MISSING_CONTAINER -> MISSING_CONTAINER;
            case CONFIGURATION -> CONFIGURATION;
            case OTHER_STORE -> OTHER_STORE;
        };
    }

    /** For people: what is the matter and what helps. */
    public String meaning() {
        return meaning;
    }
}
