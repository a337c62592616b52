package io.expunge.catalog;

import java.util.Optional;

/**
 * Bounds of what is erased of one resource.
 *
 * @param sliceItems most items (rows, keys) deleted in one go
 * @param cap most items that may be erased of one tenant at one location before a second person has approved it; none means
 *     no cap
 */
public record Limits(int sliceItems, Optional<Long> cap) {

    public Limits {
        if (sliceItems < 1) {
            throw new IllegalArgumentException("slice-items must be at least 1: " + sliceItems);
        }
        if (cap.filter(items -> items < 1).isPresent()) {
            throw new IllegalArgumentException("a cap must be at least 1 item: " + cap.get());
        }
    }

    /** Without a cap. */
    public Limits(int sliceItems) {
        this(sliceItems, Optional.empty());
    }
}
