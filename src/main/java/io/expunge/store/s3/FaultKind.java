package io.expunge.store.s3;

/** What follows from a call that failed. */
enum FaultKind {
    /** The server can't be reached or serves nobody now. */
    UNAVAILABLE,
    /** This call lost or met a fault of the server's; the same may pass at once. */
    CONTENDED,
    /** The server asks for less. */
    THROTTLED,
    /** There was no answer: what was asked for may or may not have been done. */
    UNANSWERED,
    /** A person has to grant something, or an object lock holds the item. */
    DENIED,
    /** A person has to set something right. */
    CONFIGURATION,
    /** The bucket isn't there. */
    MISSING_CONTAINER,
    /** The server can't read the request: of several keys, one may be the reason. */
    MALFORMED,
    /** The key, version or upload isn't there. */
    ABSENT
}
