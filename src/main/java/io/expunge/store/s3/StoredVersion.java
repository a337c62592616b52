package io.expunge.store.s3;

import java.time.Instant;

/**
 * A version of an object, or a delete marker, which is one too.
 *
 * @param id immutable, or {@code null} as text where the bucket kept no versions when it was written
 * @param latest whether it is what a reader of the key gets now
 */
record StoredVersion(String key, String id, boolean marker, boolean latest, Instant lastModified) {

    @Override
    public String toString() {
        return "StoredVersion[…]";
    }
}
