package io.expunge.store.s3;

import java.util.List;
import java.util.Optional;

/**
 * A page of a listing of versions.
 *
 * @param versions of keys in ascending order
 * @param commonPrefixes where a delimiter was asked for
 * @param next where the next page begins; none behind the last
 */
record VersionPage(List<StoredVersion> versions, List<String> commonPrefixes, Optional<ListingPoint> next) {

    VersionPage {
        versions = List.copyOf(versions);
        commonPrefixes = List.copyOf(commonPrefixes);
    }
}
