package io.expunge.deletion;

/** A job was not in the state in which a write expected it; nothing was written. */
public final class UnexpectedState extends RuntimeException {

    public UnexpectedState(DeletionJob expected, String found) {
        super("expected " + expected + ", found " + found);
    }
}
