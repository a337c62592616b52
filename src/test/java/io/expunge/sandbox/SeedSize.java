package io.expunge.sandbox;

import io.expunge.sandbox.SampleTenant.Part;

/** How much data the sample tenants have. */
public enum SeedSize {
    /** About 3,000 rows, 500 keys, 200 object versions and 400 documents for the large tenant. */
    SMALL,
    /** About 300,000 rows, 30,000 keys, 5,000 object versions and 30,000 documents for the large tenant. */
    MEDIUM,
    /** About 2,000,000 rows, 200,000 keys, 20,000 object versions and 200,000 documents for the large tenant. */
    LARGE;

    /**
     * What one tenant has.
     *
     * @param rows in the tables that have a tenant column; comments come on top
     * @param keys in Redis
     * @param objects in the bucket; most have several versions, and one copy
     * @param documents in the search index
     */
    private record Amounts(int rows, int keys, int objects, int documents) {}

    /** Rows of one tenant in the tables that have a tenant column; comments come on top. */
    int rows(Part part) {
        return amounts(part).rows();
    }

    /** Redis keys of one tenant. */
    int keys(Part part) {
        return amounts(part).keys();
    }

    /** Objects of one tenant, however many versions each has. */
    int objects(Part part) {
        return amounts(part).objects();
    }

    /** Search documents of one tenant. */
    int documents(Part part) {
        return amounts(part).documents();
    }

    private Amounts amounts(Part part) {
        return switch (part) {
            case LARGE ->
                switch (this) {
                    case SMALL -> new Amounts(2_100, 500, 100, 400);
                    case MEDIUM -> new Amounts(210_000, 30_000, 2_400, 30_000);
                    case LARGE -> new Amounts(1_400_000, 200_000, 9_000, 200_000);
                };
            case SMALL ->
                switch (this) {
                    case SMALL -> new Amounts(120, 40, 6, 20);
                    case MEDIUM -> new Amounts(2_000, 300, 12, 200);
                    case LARGE -> new Amounts(5_000, 500, 24, 500);
                };
            case NEIGHBOUR ->
                switch (this) {
                    case SMALL -> new Amounts(60, 20, 6, 15);
                    case MEDIUM -> new Amounts(500, 100, 12, 50);
                    case LARGE -> new Amounts(1_000, 200, 24, 100);
                };
            case CONTROL -> new Amounts(40, 20, 5, 10);
        };
    }
}
