package io.expunge.catalog;

import java.util.Optional;

/** The snapshots that jobs refer to, and the pointer to the one that new jobs get. Calls take part in the caller's transaction. */
public interface CatalogSnapshots {

    /** Keeps the snapshot. Keeping the same again changes nothing. */
    void keep(CatalogSnapshot snapshot);

    /**
     * The snapshot of that hash.
     *
     * @throws IllegalArgumentException if its content was changed since it was kept
     */
    Optional<CatalogSnapshot> find(String hash);

    /** Empty before the first. */
    Optional<CurrentCatalog> current();

    /**
     * Points to a kept snapshot, if nobody has moved the pointer since the caller looked: a process that is still on an old
     * catalog can't set it back.
     *
     * @param expectedVersion the version that the caller saw, {@link CurrentCatalog#NONE} if there was none
     * @return whether the pointer was moved
     */
    boolean makeCurrent(String hash, long expectedVersion);
}
