package io.expunge.sandbox;

import io.expunge.sandbox.SampleTenant.Part;

/** How much data the sample tenants have. */
public enum SeedSize {
    /** About 3,000 rows and 500 keys for the large tenant. */
    SMALL(2_100, 500, 120, 40, 60, 20),
    /** About 300,000 rows and 30,000 keys for the large tenant. */
    MEDIUM(210_000, 30_000, 2_000, 300, 500, 100),
    /** About 2,000,000 rows and 200,000 keys for the large tenant. */
    LARGE(1_400_000, 200_000, 5_000, 500, 1_000, 200);

    private static final int CONTROL_ROWS = 40;
    private static final int CONTROL_KEYS = 20;

    private final int largeRows;
    private final int largeKeys;
    private final int smallRows;
    private final int smallKeys;
    private final int neighbourRows;
    private final int neighbourKeys;

    SeedSize(int largeRows, int largeKeys, int smallRows, int smallKeys, int neighbourRows, int neighbourKeys) {
        this.largeRows = largeRows;
        this.largeKeys = largeKeys;
        this.smallRows = smallRows;
        this.smallKeys = smallKeys;
        this.neighbourRows = neighbourRows;
        this.neighbourKeys = neighbourKeys;
    }

    /** Rows of one tenant in the tables that have a tenant column; comments come on top. */
    int rows(Part part) {
        return switch (part) {
            case LARGE -> largeRows;
            case SMALL -> smallRows;
            case NEIGHBOUR -> neighbourRows;
            case CONTROL -> CONTROL_ROWS;
        };
    }

    /** Redis keys of one tenant. */
    int keys(Part part) {
        return switch (part) {
            case LARGE -> largeKeys;
            case SMALL -> smallKeys;
            case NEIGHBOUR -> neighbourKeys;
            case CONTROL -> CONTROL_KEYS;
        };
    }
}
