package io.expunge.cli;

/**
 * Something that was typed or set can't be used. The message says what was expected and what to do, and doesn't repeat
 * what was found there: it may be a tenant's id or a secret.
 */
public final class UsageException extends RuntimeException {

    public UsageException(String message) {
        super(message, null, false, true);
    }

    /** An id of the right kind that nothing has. */
    static UsageException noSuchJob() {
        return new UsageException("there is no such deletion job; scripts/expunge status lists them");
    }
}
