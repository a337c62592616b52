package io.expunge.catalog;

/** The order in which an erasure goes through its resources: first what is made from nothing, then what is made from it. */
public enum Wave {
    /** Derived from nothing. */
    PRIMARY,
    /** Derived from other resources. */
    DERIVED,
    /** Backups, last. */
    BACKUP
}
