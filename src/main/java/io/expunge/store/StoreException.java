package io.expunge.store;

/**
 * A store call that did not end as it should and, but for {@link Refused}, may be repeated. Made without the store's text and without a cause,
 * because both end up in logs and in batch metadata (I7); the code is the store's own (SQLSTATE, error prefix, class
 * name of a client-side error).
 */
public abstract sealed class StoreException extends RuntimeException
        permits StoreException.Unavailable,
                StoreException.Contended,
                StoreException.Throttled,
                StoreException.Ambiguous,
                StoreException.Refused,
                StoreException.Poisoned {

    private final String store;
    private final String code;

    private StoreException(String store, String kind, String code) {
        super("store " + store + ": " + kind + " (" + code + ")", null, false, true);
        this.store = store;
        this.code = code;
    }

    /** Name of the catalogued store. */
    public String store() {
        return store;
    }

    /** The store's own code. */
    public String code() {
        return code;
    }

    /** The word that {@code status} shows. */
    public abstract String errorClass();

    /** The store as a whole can't be reached or doesn't serve: nothing else will succeed there now. */
    public static final class Unavailable extends StoreException {
        public Unavailable(String store, String code) {
            super(store, "unavailable", code);
        }

        @Override
        public String errorClass() {
            return "UNAVAILABLE";
        }
    }

    /** This one call lost against others (deadlock, lock timeout); the same call may pass at once. */
    public static final class Contended extends StoreException {
        public Contended(String store, String code) {
            super(store, "contended", code);
        }

        @Override
        public String errorClass() {
            return "CONTENDED";
        }
    }

    /** The store asks for fewer requests. */
    public static final class Throttled extends StoreException {
        public Throttled(String store, String code) {
            super(store, "throttled", code);
        }

        @Override
        public String errorClass() {
            return "THROTTLED";
        }
    }

    /** The call may or may not have been applied; it is made again and never believed. */
    public static final class Ambiguous extends StoreException {
        public Ambiguous(String store, String code) {
            super(store, "outcome unknown", code);
        }

        @Override
        public String errorClass() {
            return "AMBIGUOUS";
        }
    }

    /** The store refuses until a person changes something, where the call has no value to say so. Asking again can't help. */
    public static final class Refused extends StoreException {
        private final Refusal refusal;

        public Refused(String store, Refusal refusal, String code) {
            super(store, "refuses, " + refusal, code);
            this.refusal = refusal;
        }

        public Refusal refusal() {
            return refusal;
        }

        @Override
        public String errorClass() {
            return refusal.name();
        }
    }

    /** Something inside this slice makes the store fail, however often it is sent. The rest of the pass can go on. */
    public static final class Poisoned extends StoreException {
        private final transient ResumePoint after;
        private final transient String item;

        /**
         * @param after where the pass goes on behind the poisoned slice
         * @param item what tells the item from others of its resource, the same in every pass; working data
         */
        public Poisoned(String store, String code, ResumePoint after, String item) {
            super(store, "poisoned slice", code);
            this.after = after;
            this.item = item;
        }

        /** Where the place behind an item is the same in every pass. */
        public Poisoned(String store, String code, ResumePoint after) {
            this(store, code, after, after.value());
        }

        public ResumePoint after() {
            return after;
        }

        public String item() {
            return item;
        }

        @Override
        public String errorClass() {
            return "POISON";
        }
    }
}
