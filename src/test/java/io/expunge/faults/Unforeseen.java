package io.expunge.faults;

/** What no code expects: ends the step, wherever it comes from. */
final class Unforeseen {

    private Unforeseen() {}

    /** An exception, or, for every other seed, an error. */
    static RuntimeException by(Fault fault) {
        if (fault.seed() / 2 % 2 == 0) {
            return new IllegalStateException("unforeseen: " + fault.point());
        }
        throw new AssertionError("unforeseen: " + fault.point());
    }
}
