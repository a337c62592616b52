package io.expunge.store;

/**
 * A point in a store's own history (log position, transaction horizon, replication offset), with the identity and
 * timeline on which it means something. Opaque outside its adapter; holds nothing of a tenant's.
 */
public record Position(String value) {

    /** For stores that keep no such history. */
    public static final Position NONE = new Position("");
}
