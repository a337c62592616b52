package io.expunge.report;

import java.time.Instant;
import java.util.Optional;

/**
 * What the last search of a store for uncatalogued data found.
 *
 * @param outcome {@code CLEAN}, {@code DRIFT} or {@code UNKNOWN}
 * @param code why it could not be searched
 * @param findings tables and key spaces with what makes them look like tenants' data, separated by {@code "; "}
 */
public record DriftSearch(String store, String outcome, Optional<String> code, String findings, Instant checkedAt) {

    private static final String SEPARATOR = "; ";
    private static final String CUT = "…";

    /** {@code 2 things that the catalog doesn't name (public.exports: column tenant_id, and 1 more)}. */
    public String found() {
        String[] each = findings.split(SEPARATOR, -1);
        String number = (findings.endsWith(CUT) ? "at least " : "") + each.length;
        return number + (each.length == 1 ? " thing" : " things") + " that the catalog doesn't name (" + each[0]
                + (each.length == 1 ? "" : ", and " + (each.length - 1) + " more") + ")";
    }
}
