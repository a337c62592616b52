package io.expunge.evidence;

/** What a look says of a resource at a location. */
public enum Verdict {
    /** Everything could be seen, and nothing was there. */
    EMPTY,
    /** Something was there. */
    RESIDUE,
    /** Nothing can be said; never to be read as empty (I4). */
    UNKNOWN,
    /** Something is kept under an exception. */
    RETAINED
}
