package io.expunge.catalog;

import java.util.Locale;

/** What makes a delete conditional on the tenant's generation, strongest first. */
public enum FenceKind {
    /** The generation is part of the key's or index's name. */
    NAME,
    /** The store compares a generation column or field. */
    PREDICATE,
    /** The registry row is locked in the transaction that deletes. */
    REGISTRY_LOCK,
    /** Immutable version ids, listed before the registry was read. */
    LISTED_VERSION,
    /** Check, then act; only where re-opening is refused while a job is open. */
    LEASE;

    /** Whether older generations can be told from the living one inside the store itself. */
    public boolean separatesGenerations() {
        return this == NAME || this == PREDICATE;
    }

    /** As written in the catalog and in evidence. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
