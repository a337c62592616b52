package io.expunge.faults.spine;

import java.util.Set;
import java.util.TreeSet;

/**
 * What is not in the control database: the tenant's items, the application's registry, and how often what may happen once has
 * happened.
 *
 * @param items of generation 1; a slice erases one
 * @param later how many items the next generation has
 * @param reopened whether the registry says that the next generation lives
 * @param held whether a legal hold lies on the tenant
 */
record Outside(
        Set<Integer> items,
        int later,
        boolean reopened,
        boolean held,
        int expiries,
        boolean lateWrite,
        boolean released) {

    static final Outside FIRST = new Outside(Set.of(1, 2), 0, false, false, 0, false, false);

    Outside {
        items = Set.copyOf(items);
    }

    /** What the store does with a slice: locks the registry's row and erases what there is, whatever its generation. */
    Outside erase() {
        if (reopened) {
            return this;
        }
        if (items.isEmpty()) {
            return new Outside(items, Math.max(0, later - 1), reopened, held, expiries, lateWrite, released);
        }
        TreeSet<Integer> rest = new TreeSet<>(items);
        rest.pollFirst();
        return with(rest);
    }

    private Outside with(Set<Integer> left) {
        return new Outside(left, later, reopened, held, expiries, lateWrite, released);
    }

    Outside reopen() {
        return new Outside(items, 2, true, held, expiries, lateWrite, released);
    }

    Outside expire() {
        return new Outside(items, later, reopened, held, expiries + 1, lateWrite, released);
    }

    Outside hold() {
        return new Outside(items, later, reopened, true, expiries, lateWrite, released);
    }

    Outside release() {
        return new Outside(items, later, reopened, false, expiries, lateWrite, true);
    }

    /** Somebody who was at work when the tenant was closed writes once more. */
    Outside writeLate() {
        TreeSet<Integer> more = new TreeSet<>(items);
        more.add(9);
        return new Outside(more, later, reopened, held, expiries, true, released);
    }
}
