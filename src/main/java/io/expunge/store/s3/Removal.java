package io.expunge.store.s3;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;

/**
 * Deletes versions by their ids, many in a request, and tells of each that stayed why. What is gone already counts as
 * deleted: the store can't tell.
 */
final class Removal {

    private final BucketSession session;

    Removal(BucketSession session) {
        this.session = session;
    }

    /**
     * Deletes these, of one key or of many.
     *
     * @return those that stayed, and why: only {@code DENIED}, {@code CONTENDED}, {@code MALFORMED} or {@code CONFIGURATION}
     * @throws S3Fault if the store as a whole failed; some may be deleted
     */
    Map<StoredVersion, S3Fault> remove(List<StoredVersion> versions) {
        Map<Boolean, List<StoredVersion>> fit =
                versions.stream().collect(Collectors.partitioningBy(version -> canBeSentInXml(version.key())));
        Map<StoredVersion, S3Fault> stayed = new HashMap<>(together(fit.getOrDefault(true, List.of())));
        fit.getOrDefault(false, List.of()).forEach(version -> alone(version, stayed));
        return stayed;
    }

    /**
     * One character that XML can't hold makes a whole request fail (measured); line ends and blanks around a key may come out
     * changed at the other end.
     */
    private static boolean canBeSentInXml(String key) {
        return key.equals(key.strip())
                && key.codePoints()
                        .allMatch(each -> each >= ' '
                                && (each < Character.MIN_SURROGATE || each > Character.MAX_SURROGATE)
                                && each != 0xfffe
                                && each != 0xffff);
    }

    private Map<StoredVersion, S3Fault> together(List<StoredVersion> versions) {
        Map<StoredVersion, S3Fault> stayed = new HashMap<>();
        if (versions.isEmpty()) {
            return stayed;
        }
        try {
            read(versions, request(versions), stayed);
        } catch (S3Fault fault) {
            if (fault.kind() != FaultKind.MALFORMED) {
                throw fault;
            }
            if (versions.size() == 1) {
                alone(versions.get(0), stayed);
            } else {
                int half = versions.size() / 2;
                stayed.putAll(together(versions.subList(0, half)));
                stayed.putAll(together(versions.subList(half, versions.size())));
            }
        }
        return stayed;
    }

    private List<S3Error> request(List<StoredVersion> versions) {
        List<ObjectIdentifier> identifiers = versions.stream()
                .map(version -> ObjectIdentifier.builder()
                        .key(version.key())
                        .versionId(version.id())
                        .build())
                .toList();
        return session.write(client -> client.deleteObjects(request -> request.bucket(session.bucket())
                        .delete(delete -> delete.quiet(true).objects(identifiers))
                        .overrideConfiguration(session.limits()))
                .errors());
    }

    /** Inside a {@code 200}. Servers differ in what they echo of deleted keys, so only the errors are read. */
    private void read(List<StoredVersion> versions, List<S3Error> errors, Map<StoredVersion, S3Fault> stayed) {
        Optional<S3Fault> failed = Optional.empty();
        for (S3Error error : errors) {
            S3Fault fault = S3Fault.ofAnswer(error.code(), 200, true);
            List<StoredVersion> meant = versions.stream()
                    .filter(version -> version.key().equals(error.key())
                            && (error.versionId() == null || error.versionId().equals(version.id())))
                    .toList();
            if (meant.isEmpty()) {
                failed = Optional.of(new S3Fault(FaultKind.CONTENDED, "UNMATCHED"));
            }
            switch (fault.kind()) {
                case ABSENT -> {}
                case DENIED, CONTENDED -> meant.forEach(version -> stayed.put(version, fault));
                case MALFORMED, CONFIGURATION -> meant.forEach(version -> alone(version, stayed));
                case UNAVAILABLE, THROTTLED, UNANSWERED, MISSING_CONTAINER -> failed = Optional.of(fault);
            }
        }
        if (failed.isPresent()) {
            throw failed.get();
        }
    }

    private void alone(StoredVersion version, Map<StoredVersion, S3Fault> stayed) {
        try {
            session.write(client -> client.deleteObject(request -> request.bucket(session.bucket())
                    .key(version.key())
                    .versionId(version.id())
                    .overrideConfiguration(session.limits())));
        } catch (S3Fault fault) {
            switch (fault.kind()) {
                case ABSENT -> {}
                case DENIED, CONTENDED, MALFORMED, CONFIGURATION -> stayed.put(version, fault);
                case UNAVAILABLE, THROTTLED, UNANSWERED, MISSING_CONTAINER -> throw fault;
            }
        }
    }
}
