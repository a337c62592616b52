package io.expunge.store.s3;

import io.expunge.store.Blindness;
import io.expunge.store.Position;
import io.expunge.store.Sighting;
import io.expunge.store.Sighting.Seen;
import io.expunge.store.Sighting.Unknown;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

/**
 * The probe's walk over one tenant's territory: every version and every marker of every key, to the last page, and the
 * uploads that were not completed. Shares nothing with the eraser's listing.
 */
final class Census {

    private static final String UNFINISHED = "MARKER";

    private final BucketSession session;
    private final PrefixWitness witness;
    private final String territory;
    private final int generation;
    private long residue;
    private long ungenerated;
    private long later;
    private long uploads;
    private Optional<Unknown> doubt = Optional.empty();

    /** @param generation the erased one */
    Census(BucketSession session, PrefixWitness witness, String territory, int generation) {
        this.session = session;
        this.witness = witness;
        this.territory = territory;
        this.generation = generation;
    }

    /**
     * An upload that was begun and not completed holds parts that the tenant sent: residue, which the next round aborts.
     * Uploads are looked for before and behind: one that ended in between may have become a version behind our back.
     */
    Sighting take() {
        countUploads();
        long before = uploads;
        countVersions();
        uploads = 0;
        countUploads();
        if (doubt.isPresent()) {
            return doubt.get();
        }
        boolean ended = uploads < before;
        return ended && residue + ungenerated + uploads == 0
                ? new Unknown(Blindness.IN_FLIGHT, "UPLOAD")
                : new Seen(residue + uploads, ungenerated, later, Position.NONE);
    }

    private void countVersions() {
        Cursor cursor = new Cursor();
        do {
            ListObjectVersionsResponse page =
                    session.read(client -> client.listObjectVersions(look -> look.bucket(session.bucket())
                            .prefix(territory)
                            .keyMarker(cursor.key())
                            .versionIdMarker(cursor.id())
                            .encodingType(EncodingType.URL)
                            .overrideConfiguration(session.limits())));
            for (ObjectVersion version : page.versions()) {
                count(version.key(), version.versionId());
            }
            for (DeleteMarkerEntry marker : page.deleteMarkers()) {
                count(marker.key(), marker.versionId());
            }
            doubt = doubt.or(
                    () -> cursor.advance(page.isTruncated(), page.nextKeyMarker(), page.nextVersionIdMarker()));
        } while (cursor.hasMore() && doubt.isEmpty());
    }

    private void count(String key, @Nullable String versionId) {
        if (!key.startsWith(territory)) {
            doubt = Optional.of(new Unknown(Blindness.INCOMPLETE, "PREFIX"));
            return;
        }
        if (versionId == null || versionId.isEmpty()) {
            // A server that knows no versions answers with a plain list; what lies beneath it stays unseen.
            doubt = Optional.of(new Unknown(Blindness.BLIND, "VERSION_IDS"));
            return;
        }
        PrefixWitness.Testimony said = witness.hear(territory, key);
        if (!said.ours()) {
            return;
        }
        if (said.generation().isEmpty()) {
            ungenerated++;
        } else if (said.isUpTo(generation)) {
            residue++;
        } else {
            later++;
        }
    }

    private void countUploads() {
        Cursor cursor = new Cursor();
        do {
            ListMultipartUploadsResponse page =
                    session.read(client -> client.listMultipartUploads(look -> look.bucket(session.bucket())
                            .prefix(territory)
                            .keyMarker(cursor.key())
                            .uploadIdMarker(cursor.id())
                            .encodingType(EncodingType.URL)
                            .overrideConfiguration(session.limits())));
            List<String> begun = page.uploads().stream()
                    .map(MultipartUpload::key)
                    .filter(key -> key.startsWith(territory))
                    .toList();
            uploads += begun.stream()
                    .filter(key -> witness.hear(territory, key).isUpTo(generation))
                    .count();
            doubt = doubt.or(() -> cursor.advance(page.isTruncated(), page.nextKeyMarker(), page.nextUploadIdMarker()));
        } while (cursor.hasMore() && doubt.isEmpty());
    }

    /** Where the next page begins. One that was there already would be read for ever, and what lies behind it never. */
    private static final class Cursor {
        private final Set<List<String>> passed = new HashSet<>();
        private @Nullable String key;
        private @Nullable String id;

        @Nullable String key() {
            return key;
        }

        @Nullable String id() {
            return id;
        }

        boolean hasMore() {
            return key != null;
        }

        Optional<Unknown> advance(@Nullable Boolean truncated, @Nullable String nextKey, @Nullable String nextId) {
            if (!Boolean.TRUE.equals(truncated)) {
                key = null;
                return Optional.empty();
            }
            key = nextKey;
            id = nextId == null || nextId.isEmpty() ? null : nextId;
            boolean advances =
                    nextKey != null && !nextKey.isEmpty() && passed.add(List.of(nextKey, nextId == null ? "" : nextId));
            return advances ? Optional.empty() : Optional.of(new Unknown(Blindness.INCOMPLETE, UNFINISHED));
        }
    }
}
