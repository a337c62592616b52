package io.expunge.store.s3;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

/** Asks for versions and markers, page by page. For the eraser and the surveyor; the probe has its own. */
final class VersionListing {

    private static final Comparator<String> IN_ORDER_OF_BYTES = (one, other) ->
            Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

    /** More than this no server gives. */
    static final int PAGE = 1_000;

    private final BucketSession session;

    VersionListing(BucketSession session) {
        this.session = session;
    }

    /** Versions and markers of the keys that begin so. */
    VersionPage page(String prefix, ListingPoint from, int most) {
        return ask(prefix, Optional.empty(), from, most);
    }

    /** Versions and markers right below a prefix, and the prefixes up to the next delimiter. */
    VersionPage level(String prefix, String delimiter, ListingPoint from) {
        return ask(prefix, Optional.of(delimiter), from, PAGE);
    }

    private VersionPage ask(String prefix, Optional<String> delimiter, ListingPoint from, int most) {
        ListObjectVersionsResponse answer =
                session.read(client -> client.listObjectVersions(listing -> listing.bucket(session.bucket())
                        .prefix(prefix)
                        .delimiter(delimiter.orElse(null))
                        .keyMarker(from.key().orElse(null))
                        .versionIdMarker(from.version().orElse(null))
                        .maxKeys(most)
                        // XML can't hold every key.
                        .encodingType(EncodingType.URL)
                        .overrideConfiguration(session.limits())));
        List<StoredVersion> versions = new ArrayList<>();
        answer.versions().forEach(version -> versions.add(of(version)));
        answer.deleteMarkers().forEach(marker -> versions.add(of(marker)));
        List<String> prefixes = answer.commonPrefixes().stream()
                .map(CommonPrefix::prefix)
                .distinct()
                .toList();
        if (versions.stream().anyMatch(version -> !version.key().startsWith(prefix))
                || prefixes.stream().anyMatch(common -> !common.startsWith(prefix))) {
            throw new S3Fault(FaultKind.CONFIGURATION, "PREFIX");
        }
        versions.sort(Comparator.comparing(StoredVersion::key, IN_ORDER_OF_BYTES));
        return new VersionPage(versions, prefixes, next(answer, from));
    }

    private static StoredVersion of(ObjectVersion version) {
        return new StoredVersion(
                version.key(), id(version.versionId()), false, isTrue(version.isLatest()), version.lastModified());
    }

    private static StoredVersion of(DeleteMarkerEntry marker) {
        return new StoredVersion(
                marker.key(), id(marker.versionId()), true, isTrue(marker.isLatest()), marker.lastModified());
    }

    /** A listing without version ids is one of objects, whose deletion would leave their versions. */
    private static String id(String version) {
        if (version == null || version.isEmpty()) {
            throw new S3Fault(FaultKind.CONFIGURATION, "VERSION_IDS");
        }
        return version;
    }

    private static boolean isTrue(Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }

    private static Optional<ListingPoint> next(ListObjectVersionsResponse answer, ListingPoint from) {
        if (!isTrue(answer.isTruncated())) {
            return Optional.empty();
        }
        ListingPoint next = new ListingPoint(filled(answer.nextKeyMarker()), filled(answer.nextVersionIdMarker()));
        // A server that gives the same page again would be asked for ever (aws/aws-cli#2115).
        if (next.key().isEmpty() || next.equals(from)) {
            throw new S3Fault(FaultKind.CONTENDED, "MARKER");
        }
        return Optional.of(next);
    }

    private static Optional<String> filled(String marker) {
        return Optional.ofNullable(marker).filter(text -> !text.isEmpty());
    }
}
