package io.expunge.store.postgresql;

import io.expunge.store.Blindness;
import io.expunge.store.Refusal;
import io.expunge.store.StoreException;
import java.util.Optional;

/**
 * What a failed call means.
 *
 * @param code the SQLSTATE, or our own word for what is wrong
 */
record Failure(Kind kind, String code) {

    enum Kind {
        UNAVAILABLE,
        CONTENDED,
        THROTTLED,
        AMBIGUOUS,
        /** Something about the rows themselves; other rows may go. */
        POISON,
        DENIED,
        FOREIGN_KEY,
        MISSING_CONTAINER,
        CONFIGURATION,
        /** It isn't the server and database that the catalog pins. */
        OTHER_STORE
    }

    static Failed configuration(String code) {
        return new Failed(new Failure(Kind.CONFIGURATION, code));
    }

    static Failed missing(String code) {
        return new Failed(new Failure(Kind.MISSING_CONTAINER, code));
    }

    /** The refusal that this is, if asking again can't help. */
    Optional<Refusal> refusal() {
        return switch (kind) {
            case UNAVAILABLE, CONTENDED, THROTTLED, AMBIGUOUS -> Optional.empty();
            case DENIED -> Optional.of(Refusal.DENIED);
            case FOREIGN_KEY -> Optional.of(Refusal.FOREIGN_KEY);
            case MISSING_CONTAINER -> Optional.of(Refusal.MISSING_CONTAINER);
            case POISON, CONFIGURATION -> Optional.of(Refusal.CONFIGURATION);
            case OTHER_STORE -> Optional.of(Refusal.OTHER_STORE);
        };
    }

    /** For calls that know no other answer. */
    StoreException exception(String store) {
        return switch (kind) {
            case UNAVAILABLE -> new StoreException.Unavailable(store, code);
            case THROTTLED -> new StoreException.Throttled(store, code);
            case AMBIGUOUS -> new StoreException.Ambiguous(store, code);
            // A row that makes a question fail is another row's slice to meet.
            case CONTENDED, POISON -> new StoreException.Contended(store, code);
            case DENIED, FOREIGN_KEY, MISSING_CONTAINER, CONFIGURATION, OTHER_STORE ->
                new StoreException.Refused(store, refusal().orElseThrow(), code);
        };
    }

    /** Why a look that failed like this can't say anything. */
    Blindness blindness() {
        return switch (kind) {
            case UNAVAILABLE, CONTENDED, THROTTLED, AMBIGUOUS -> Blindness.UNAVAILABLE;
            case DENIED -> Blindness.DENIED;
            case MISSING_CONTAINER -> Blindness.MISSING_CONTAINER;
            case POISON, FOREIGN_KEY, CONFIGURATION -> Blindness.BLIND;
            case OTHER_STORE -> Blindness.OTHER_STORE;
        };
    }
}
