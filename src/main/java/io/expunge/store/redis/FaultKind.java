package io.expunge.store.redis;

/** What follows from a call that failed. */
enum FaultKind {
    /** The server can't be reached or serves nobody now. */
    UNAVAILABLE,
    /** This call lost; the same may pass at once. */
    CONTENDED,
    /** The server asks for less. */
    THROTTLED,
    /** A write may or may not have been applied. */
    AMBIGUOUS,
    /** A person has to grant something. */
    DENIED,
    /** A person has to set something right. */
    CONFIGURATION,
    /** It isn't the one that the catalog pins. */
    OTHER_STORE
}
