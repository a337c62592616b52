package io.expunge.store;

import io.expunge.tenant.TenantId;
import java.util.Collection;
import java.util.Map;

/**
 * The application's registry of tenants, in which a generation lives or is closed. Thread-safe. Every method throws a
 * {@link StoreException} if the registry can't be read, and {@link RegistryRefused} if a person has to help; neither is
 * ever to be read as "closed".
 */
public interface TenantRegistry extends AutoCloseable {

    /** The rows of these tenants; a tenant without a row is missing in the answer. */
    Map<TenantId, Entry> look(Collection<TenantId> tenants);

    /**
     * Closes the tenant if it is open at just this generation, and answers the row as it then stands, if there is one. A row at
     * another generation, or in a state that is neither open nor closed, is left alone.
     */
    Map<TenantId, Entry> freeze(TenantId tenant, int generation);

    @Override
    void close();

    /**
     * A registry row.
     *
     * @param attributes the columns that the catalog names as attributes; a null column is missing
     */
    record Entry(int generation, boolean closed, Map<String, String> attributes) {
        public Entry {
            attributes = Map.copyOf(attributes);
        }

        /** Whether data of this generation may be erased: closed at it, or long past it. */
        public boolean isClosedAt(int erased) {
            return generation == erased && closed;
        }

        @Override
        public String toString() {
            return "Entry[generation=" + generation + ", closed=" + closed + "]";
        }
    }

    /** The registry refuses for good: a missing right, a missing table or column. */
    final class RegistryRefused extends RuntimeException {
        private final transient Refusal refusal;
        private final String code;

        public RegistryRefused(Refusal refusal, String code) {
            super("tenant registry: " + refusal + " (" + code + ")", null, false, true);
            this.refusal = refusal;
            this.code = code;
        }

        public Refusal refusal() {
            return refusal;
        }

        public String code() {
            return code;
        }
    }
}
