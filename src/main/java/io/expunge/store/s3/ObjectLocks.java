package io.expunge.store.s3;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.model.ObjectLockLegalHoldStatus;

/**
 * Asks why a version was refused: {@code AccessDenied} is the answer both to a lock and to a missing right. Asked are the
 * lock's own questions, which need no right to read what is in the object.
 */
final class ObjectLocks {

    /** A slice that is refused a thousand times asks about the first of them. */
    private static final int MOST = 20;

    private final BucketSession session;
    private int asked;
    private Remainder last = Remainder.NONE;

    ObjectLocks(BucketSession session) {
        this.session = session;
    }

    /** Why this version stayed; beyond the first twenty, why those before did. */
    Remainder whyStayed(StoredVersion version, String code) {
        if (asked < MOST) {
            asked++;
            last = last.and(ask(version, code));
        }
        return last;
    }

    private Remainder ask(StoredVersion version, String code) {
        // A marker can't be locked.
        if (version.marker()) {
            return Remainder.denied(code);
        }
        if (hasLegalHold(version)) {
            return Remainder.locked(Optional.empty());
        }
        Optional<Instant> until = retainedUntil(version);
        return until.isPresent() ? Remainder.locked(until) : Remainder.denied(code);
    }

    private boolean hasLegalHold(StoredVersion version) {
        return answer(() ->
                        session.read(client -> client.getObjectLegalHold(question -> question.bucket(session.bucket())
                                        .key(version.key())
                                        .versionId(version.id())
                                        .overrideConfiguration(session.limits()))
                                .legalHold()))
                .filter(hold -> hold.status() == ObjectLockLegalHoldStatus.ON)
                .isPresent();
    }

    private Optional<Instant> retainedUntil(StoredVersion version) {
        return answer(() ->
                        session.read(client -> client.getObjectRetention(question -> question.bucket(session.bucket())
                                        .key(version.key())
                                        .versionId(version.id())
                                        .overrideConfiguration(session.limits()))
                                .retention()))
                .flatMap(retention -> Optional.ofNullable(retention.retainUntilDate()));
    }

    /** No answer is no lock that we know of: the refusal then stands for a missing right. */
    private static <T> Optional<T> answer(Supplier<T> question) {
        try {
            return Optional.ofNullable(question.get());
        } catch (S3Fault fault) {
            return switch (fault.kind()) {
                case DENIED, CONFIGURATION, MALFORMED, ABSENT -> Optional.empty();
                case UNAVAILABLE, CONTENDED, THROTTLED, UNANSWERED, MISSING_CONTAINER -> throw fault;
            };
        }
    }
}
