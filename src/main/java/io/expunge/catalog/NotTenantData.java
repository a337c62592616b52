package io.expunge.catalog;

import java.time.LocalDate;

/**
 * A declaration that something in a store holds no tenant's data, so that drift doesn't name it.
 *
 * @param match a table's schema-qualified name or a key's literal prefix; a closing {@code *} stands for any rest
 * @param expires last day on which the declaration counts
 */
public record NotTenantData(String store, String match, String reason, String approvedBy, LocalDate expires) {

    /** Whether the declaration covers this name of that store on that day. */
    public boolean covers(String ofStore, String name, LocalDate day) {
        if (!store.equals(ofStore) || day.isAfter(expires)) {
            return false;
        }
        return match.endsWith("*") ? name.startsWith(match.substring(0, match.length() - 1)) : name.equals(match);
    }
}
