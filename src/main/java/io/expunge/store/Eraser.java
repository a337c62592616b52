package io.expunge.store;

/**
 * Deletes, slice by slice, what belongs to a tenant generation, and nothing else (I2). Works with credentials that may
 * delete. Thread-safe: several partitions share one.
 */
public interface Eraser extends AutoCloseable {

    /**
     * Whether the store is the one that the catalog pins; any is, and none is asked, where none is pinned. Asked before
     * anything else; {@link #erase} doesn't rely on that and refuses another store by itself.
     *
     * @throws StoreException if the store can't say
     */
    boolean isPinnedStore();

    /**
     * Whether one pass serves several tenants of a resource at once. Where it doesn't, a slice has one target. Answered
     * without a connection.
     */
    boolean grouped();

    /**
     * The point after which a writer that was already at work when the registry closed must have ended. Asked once per
     * task and round, after the freeze and before the first slice.
     *
     * @throws StoreException if the store can't say
     */
    Position horizon();

    /**
     * Deletes what the slice covers, conditional on the fence, and answers what the store acknowledged for each target.
     * When the fence can't be evaluated nothing is deleted. Calling it again with the same slice is safe.
     *
     * @throws StoreException if the slice may be repeated
     */
    SliceResult erase(Slice slice);

    /**
     * The store's position now, behind everything that was acknowledged before the call.
     *
     * @throws StoreException if the store can't say
     */
    Position position();

    @Override
    void close();
}
