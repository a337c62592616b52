package io.expunge.store.s3;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/**
 * Aborts uploads that were begun and not completed: no listing of versions shows them, and completed later they would bring
 * the object back. Their parts hold data already.
 */
final class UploadAborts {

    /** A part that was on its way while the upload was aborted may outlive it. */
    private static final int ATTEMPTS = 3;

    private final BucketSession session;
    private final Set<String> refused = new HashSet<>();
    private Remainder remainder = Remainder.NONE;

    UploadAborts(BucketSession session) {
        this.session = session;
    }

    /** Why uploads stayed. */
    Remainder remainder() {
        return remainder;
    }

    /**
     * Aborts the uploads below a prefix to whose keys this applies.
     *
     * @param room most to abort
     * @return how many were
     */
    int abort(String prefix, Predicate<String> doomed, int room) {
        int aborted = 0;
        Optional<UploadPoint> from = Optional.of(UploadPoint.BEGINNING);
        while (from.isPresent() && aborted < room) {
            ListMultipartUploadsResponse page = page(prefix, from.get());
            List<MultipartUpload> found = page.uploads().stream()
                    .filter(upload -> upload.key().startsWith(prefix)
                            && doomed.test(upload.key())
                            && !refused.contains(upload.uploadId()))
                    .limit(room - aborted)
                    .toList();
            int before = aborted;
            for (MultipartUpload upload : found) {
                aborted += abort(upload) ? 1 : 0;
            }
            from = aborted > before ? Optional.of(UploadPoint.BEGINNING) : next(page, from.get());
        }
        return aborted;
    }

    private ListMultipartUploadsResponse page(String prefix, UploadPoint from) {
        return session.read(client -> client.listMultipartUploads(listing -> listing.bucket(session.bucket())
                .prefix(prefix)
                .keyMarker(from.key().orElse(null))
                .uploadIdMarker(from.upload().orElse(null))
                .encodingType(EncodingType.URL)
                .overrideConfiguration(session.limits())));
    }

    private static Optional<UploadPoint> next(ListMultipartUploadsResponse page, UploadPoint from) {
        if (!Boolean.TRUE.equals(page.isTruncated())) {
            return Optional.empty();
        }
        UploadPoint next = new UploadPoint(
                Optional.ofNullable(page.nextKeyMarker()), Optional.ofNullable(page.nextUploadIdMarker()));
        if (next.equals(from) || next.key().isEmpty()) {
            throw new S3Fault(FaultKind.CONTENDED, "MARKER");
        }
        return Optional.of(next);
    }

    private boolean abort(MultipartUpload upload) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                if (abortOnce(upload) || !hasParts(upload)) {
                    return true;
                }
            }
            stays(upload, Remainder.faulty("UPLOAD"));
        } catch (S3Fault fault) {
            switch (fault.kind()) {
                case DENIED -> stays(upload, Remainder.denied(fault.code()));
                case CONTENDED, CONFIGURATION, MALFORMED -> stays(upload, Remainder.faulty(fault.code()));
                case ABSENT, UNAVAILABLE, THROTTLED, UNANSWERED, MISSING_CONTAINER -> throw fault;
            }
        }
        return false;
    }

    private void stays(MultipartUpload upload, Remainder why) {
        refused.add(upload.uploadId());
        remainder = remainder.and(why);
    }

    /** @return whether it was gone already */
    private boolean abortOnce(MultipartUpload upload) {
        return isAbsent(() ->
                session.write(client -> client.abortMultipartUpload(abort -> abort.bucket(session.bucket())
                        .key(upload.key())
                        .uploadId(upload.uploadId())
                        .overrideConfiguration(session.limits()))));
    }

    private boolean hasParts(MultipartUpload upload) {
        return !isAbsent(() -> session.read(client -> client.listParts(parts -> parts.bucket(session.bucket())
                .key(upload.key())
                .uploadId(upload.uploadId())
                .overrideConfiguration(session.limits()))));
    }

    private static boolean isAbsent(Runnable call) {
        try {
            call.run();
            return false;
        } catch (S3Fault fault) {
            if (fault.kind() != FaultKind.ABSENT) {
                throw fault;
            }
            return true;
        }
    }

    /** Between two uploads in a listing. */
    private record UploadPoint(Optional<String> key, Optional<String> upload) {
        static final UploadPoint BEGINNING = new UploadPoint(Optional.empty(), Optional.empty());
    }
}
