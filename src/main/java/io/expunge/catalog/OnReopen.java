package io.expunge.catalog;

import java.util.Locale;

/** What an erasure does when it meets its tenant re-opened under a later generation. */
public enum OnReopen {
    /** Touch nothing more and wait for a person. */
    STOP,
    /** Go on with what is older than the living generation, where the fence tells them apart. */
    ERASE_OLDER;

    /** As written in the catalog. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
