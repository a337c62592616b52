package io.expunge.store.opensearch;

/** What follows from a call that failed. */
enum FaultKind {
    /** The cluster can't be reached or serves nobody now. */
    UNAVAILABLE,
    /** This call lost; the same may pass later. */
    CONTENDED,
    /** The cluster asks for less. */
    THROTTLED,
    /** A deletion may or may not have been carried out. */
    AMBIGUOUS,
    /** A person has to grant something. */
    DENIED,
    /** There is no such index. */
    MISSING,
    /** A person has to set something right. */
    CONFIGURATION,
    /** It isn't the one that the catalog pins. */
    OTHER_STORE
}
