package io.expunge.policy;

import java.time.Instant;

/**
 * A pause in force.
 *
 * @param store as the catalog names it, or {@link #ALL}
 * @param pausedBy the database login of whoever set it
 */
public record Pause(String store, String reasonCode, String pausedBy, Instant since) {

    /** In place of a store: all of them. */
    public static final String ALL = "*";

    public boolean isOfAll() {
        return store.equals(ALL);
    }
}
