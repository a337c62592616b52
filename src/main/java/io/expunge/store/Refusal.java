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
    OTHER_STORE
}
