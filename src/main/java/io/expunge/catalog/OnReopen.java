package io.expunge.catalog;

/** What an erasure does when it meets its tenant re-opened under a later generation. */
public enum OnReopen {
    /** Touch nothing more and wait for a person. */
    STOP,
    /** Go on with what is older than the living generation, where the fence tells them apart. */
    ERASE_OLDER
}
