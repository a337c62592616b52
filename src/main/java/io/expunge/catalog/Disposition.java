package io.expunge.catalog;

import java.util.Locale;

/** What is to happen with a tenant's data in a resource. */
public enum Disposition {
    ERASE,
    ANONYMISE,
    RETAIN,
    EXPIRE,
    SHRED;

    /** As written in the catalog. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
