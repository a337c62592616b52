package io.expunge.catalog;

/**
 * Bounds of one slice.
 *
 * @param sliceItems most items (rows, keys) deleted in one go
 */
public record Limits(int sliceItems) {

    public Limits {
        if (sliceItems < 1) {
            throw new IllegalArgumentException("slice-items must be at least 1: " + sliceItems);
        }
    }
}
