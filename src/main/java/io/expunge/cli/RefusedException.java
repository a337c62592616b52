package io.expunge.cli;

/** A guard refuses what was asked; nothing was changed. The message says why and what to do. */
public final class RefusedException extends RuntimeException {

    public RefusedException(String message) {
        super(message, null, false, true);
    }
}
