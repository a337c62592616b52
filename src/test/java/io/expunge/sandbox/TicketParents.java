package io.expunge.sandbox;

import java.util.random.RandomGenerator;

/**
 * Which ticket hangs below which. In a random order of a tenant's tickets, each can only have an earlier one as its
 * parent: that excludes circles, and lets a parent's id be larger than its child's as often as not.
 */
final class TicketParents {
    /** No parent. */
    static final long NONE = 0;

    private static final int DEEPEST_CHAIN = 200;
    private static final int PERCENT_WITH_PARENT = 25;

    private final long[] parentById;

    TicketParents(InterleavedIds tickets, int tenants, RandomGenerator random) {
        parentById = new long[tickets.size() + 1];
        for (int tenant = 0; tenant < tenants; tenant++) {
            link(shuffled(tickets.of(tenant), random), random);
        }
    }

    private void link(long[] order, RandomGenerator random) {
        int chain = Math.min(DEEPEST_CHAIN, order.length / 4);
        for (int place = 1; place < order.length; place++) {
            if (place <= chain) {
                parentById[(int) order[place]] = order[place - 1];
            } else if (random.nextInt(100) < PERCENT_WITH_PARENT) {
                parentById[(int) order[place]] = order[random.nextInt(place)];
            }
        }
    }

    private static long[] shuffled(long[] ids, RandomGenerator random) {
        long[] order = ids.clone();
        for (int last = order.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            long swapped = order[last];
            order[last] = order[other];
            order[other] = swapped;
        }
        return order;
    }

    long of(long ticket) {
        return parentById[(int) ticket];
    }
}
