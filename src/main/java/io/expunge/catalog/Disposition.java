package io.expunge.catalog;

/** What is to happen with a tenant's data in a resource. */
public enum Disposition {
    ERASE,
    ANONYMISE,
    RETAIN,
    EXPIRE,
    SHRED
}
