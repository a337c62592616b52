package io.expunge.store.postgresql;

/** Carries a {@link Failure} up inside this package. Without text and cause of the store's, which may quote values. */
final class Failed extends Exception {

    private final transient Failure failure;

    Failed(Failure failure) {
        super(failure.kind() + " (" + failure.code() + ")", null, false, false);
        this.failure = failure;
    }

    Failure failure() {
        return failure;
    }
}
