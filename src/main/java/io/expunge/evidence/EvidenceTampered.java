package io.expunge.evidence;

/** A row of the evidence isn't what was written. */
public final class EvidenceTampered extends RuntimeException {

    EvidenceTampered(String table, long id) {
        super(table + " row " + id + " doesn't have the hash under which it was written; nothing was sealed");
    }
}
