package io.expunge.store.s3;

import io.expunge.store.Uncatalogued;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/**
 * Walks the upper levels of a bucket, as far as catalogued names reach down, and counts what no name accounts for. Found
 * prefixes and keys are counted and not named: where tenants' objects lie uncatalogued, their prefix is likely the tenant's
 * id (I7).
 */
final class Inventory {

    private static final String DELIMITER = "/";

    private final BucketSession session;
    private final VersionListing listing;
    private final KnownPrefixes known;

    Inventory(BucketSession session, KnownPrefixes known) {
        this.session = session;
        this.listing = new VersionListing(session);
        this.known = known;
    }

    List<Uncatalogued> uncatalogued() {
        List<Uncatalogued> found = new ArrayList<>();
        Deque<String> levels = new ArrayDeque<>(List.of(""));
        while (!levels.isEmpty()) {
            String level = levels.remove();
            Set<String> prefixes = new HashSet<>();
            long keys = 0;
            Optional<ListingPoint> from = Optional.of(ListingPoint.BEGINNING);
            while (from.isPresent()) {
                VersionPage page = listing.level(level, DELIMITER, from.get());
                page.commonPrefixes().stream()
                        .filter(prefix -> !known.covers(prefix))
                        .filter(prefixes::add)
                        .filter(known::reachBelow)
                        .forEach(levels::add);
                keys += page.versions().stream()
                        .filter(version -> !known.covers(version.key()))
                        .count();
                from = page.next();
            }
            prefixes.removeIf(known::reachBelow);
            if (!prefixes.isEmpty() || keys > 0) {
                found.add(new Uncatalogued(
                        named(level),
                        "%d prefixes and %d versions of keys that nothing names".formatted(prefixes.size(), keys)));
            }
        }
        long uploads = uploads();
        if (uploads > 0) {
            found.add(new Uncatalogued("uploads", uploads + " uploads in flight that nothing names"));
        }
        return found;
    }

    /** A level is part of a catalogued or declared name, so that it can be told. */
    private static String named(String level) {
        return level.isEmpty() ? "the top of the bucket" : "below " + level;
    }

    /** Without a delimiter: not every server gives prefixes here. */
    private long uploads() {
        long unknown = 0;
        String key = null;
        String upload = null;
        while (true) {
            String fromKey = key;
            String fromUpload = upload;
            ListMultipartUploadsResponse page =
                    session.read(client -> client.listMultipartUploads(look -> look.bucket(session.bucket())
                            .keyMarker(fromKey)
                            .uploadIdMarker(fromUpload)
                            .encodingType(EncodingType.URL)
                            .overrideConfiguration(session.limits())));
            unknown += page.uploads().stream()
                    .map(MultipartUpload::key)
                    .filter(each -> !known.covers(each))
                    .count();
            if (!Boolean.TRUE.equals(page.isTruncated())) {
                return unknown;
            }
            if (page.nextKeyMarker() == null
                    || (page.nextKeyMarker().equals(key)
                            && String.valueOf(page.nextUploadIdMarker()).equals(upload))) {
                throw new S3Fault(FaultKind.CONTENDED, "MARKER");
            }
            key = page.nextKeyMarker();
            upload = page.nextUploadIdMarker();
        }
    }
}
