package io.expunge.store.s3;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The passes under way that met something which stays. Only these go on where they were: after a crash, or once it was
 * answered what stays, a pass begins anew, and finds what is free by then.
 */
final class Passes {

    /** Those that somebody left behind fall out at the other end; they begin anew should they come back. */
    private static final int REMEMBERED = 10_000;

    private final Supplier<String> names;
    private final Set<String> underWay = new LinkedHashSet<>();

    /** @param names gives a name that was never given before, in no other process either */
    Passes(Supplier<String> names) {
        this.names = names;
    }

    synchronized String begin() {
        String name = names.get();
        underWay.add(name);
        if (underWay.size() > REMEMBERED) {
            underWay.remove(underWay.iterator().next());
        }
        return name;
    }

    synchronized boolean isUnderWay(String name) {
        return underWay.contains(name);
    }

    synchronized void end(String name) {
        underWay.remove(name);
    }
}
