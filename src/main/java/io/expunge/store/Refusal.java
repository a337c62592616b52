package io.expunge.store;

/** Why a store refuses for good. */
public enum Refusal {
    /** Missing permission, or credentials that are not accepted. */
    DENIED,
    /** Something that is not erased by this task still refers to the row. */
    FOREIGN_KEY,
    /** The table, index or bucket isn't there; a typo looks just like that, so it is no success. */
    MISSING_CONTAINER,
    /** The store is set up in a way that the adapter can't work with. */
    CONFIGURATION,
    /** It isn't the server, database or bucket that the catalog pins. */
    OTHER_STORE;

    /** What it means for somebody who only looks. */
    public Blindness blindness() {
        return switch (this) {
            case DENIED -> Blindness.DENIED;
            case MISSING_CONTAINER -> Blindness.MISSING_CONTAINER;
            case OTHER_STORE -> Blindness.OTHER_STORE;
            case FOREIGN_KEY, CONFIGURATION -> Blindness.BLIND;
        };
    }
}
