package io.expunge.notify;

/**
 * Somebody to be told.
 *
 * @param name an owner as the catalog names them, or the database login that asked for an erasure
 */
public record Recipient(Kind kind, String name) {

    /** Why they are told. */
    public enum Kind {
        OWNER,
        SUBMITTER
    }
}
