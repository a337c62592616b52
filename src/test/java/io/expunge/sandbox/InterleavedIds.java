package io.expunge.sandbox;

import java.util.random.RandomGenerator;

/** Deals the ids of a table out to the tenants at random, so that nobody's ids are a run: id = position + 1. */
final class InterleavedIds {
    private final int[] owners;
    private final long[][] ids;

    /** @param counts how many ids each tenant gets, by tenant */
    InterleavedIds(int[] counts, RandomGenerator random) {
        owners = shuffled(counts, random);
        ids = new long[counts.length][];
        int[] filled = new int[counts.length];
        for (int tenant = 0; tenant < counts.length; tenant++) {
            ids[tenant] = new long[counts[tenant]];
        }
        for (int position = 0; position < owners.length; position++) {
            int tenant = owners[position];
            ids[tenant][filled[tenant]++] = position + 1L;
        }
    }

    private static int[] shuffled(int[] counts, RandomGenerator random) {
        int total = 0;
        for (int count : counts) {
            total += count;
        }
        int[] owners = new int[total];
        int next = 0;
        for (int tenant = 0; tenant < counts.length; tenant++) {
            for (int number = 0; number < counts[tenant]; number++) {
                owners[next++] = tenant;
            }
        }
        for (int last = total - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int swapped = owners[last];
            owners[last] = owners[other];
            owners[other] = swapped;
        }
        return owners;
    }

    int size() {
        return owners.length;
    }

    /** The tenant that has this id. */
    int owner(long id) {
        return owners[(int) id - 1];
    }

    /** A tenant's ids, ascending; not to be changed. */
    long[] of(int tenant) {
        return ids[tenant];
    }

    long any(int tenant, RandomGenerator random) {
        return ids[tenant][random.nextInt(ids[tenant].length)];
    }
}
