package io.expunge.store.s3;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;

/**
 * The error codes of S3 that mean something to us, and what follows from each; where a server sends none, the HTTP status
 * decides. Only these codes ever leave the package: an unknown one could be anything.
 *
 * <p>The same table serves whole answers and the errors per key inside a {@code 200} of DeleteObjects.
 */
final class ErrorCodes {

    private static final Map<String, FaultKind> KINDS = Map.ofEntries(
            entry("SlowDown", FaultKind.THROTTLED),
            entry("ServiceUnavailable", FaultKind.THROTTLED),
            entry("RequestLimitExceeded", FaultKind.THROTTLED),
            entry("TooManyRequests", FaultKind.THROTTLED),
            entry("Throttling", FaultKind.THROTTLED),
            entry("BandwidthLimitExceeded", FaultKind.THROTTLED),
            entry("InternalError", FaultKind.CONTENDED),
            entry("OperationAborted", FaultKind.CONTENDED),
            entry("ConditionalRequestConflict", FaultKind.CONTENDED),
            entry("RequestTimeout", FaultKind.UNANSWERED),
            entry("AccessDenied", FaultKind.DENIED),
            entry("AllAccessDisabled", FaultKind.DENIED),
            entry("AccountProblem", FaultKind.DENIED),
            entry("ExpiredToken", FaultKind.DENIED),
            entry("InvalidAccessKeyId", FaultKind.DENIED),
            entry("InvalidToken", FaultKind.DENIED),
            entry("NotSignedUp", FaultKind.DENIED),
            entry("ObjectLocked", FaultKind.DENIED),
            entry("SignatureDoesNotMatch", FaultKind.DENIED),
            entry("AuthorizationHeaderMalformed", FaultKind.CONFIGURATION),
            entry("BadDigest", FaultKind.CONFIGURATION),
            entry("IllegalLocationConstraintException", FaultKind.CONFIGURATION),
            entry("InvalidArgument", FaultKind.CONFIGURATION),
            entry("InvalidBucketName", FaultKind.CONFIGURATION),
            entry("InvalidBucketState", FaultKind.CONFIGURATION),
            entry("InvalidDigest", FaultKind.CONFIGURATION),
            entry("InvalidRequest", FaultKind.CONFIGURATION),
            entry("MethodNotAllowed", FaultKind.CONFIGURATION),
            entry("MissingContentMD5", FaultKind.CONFIGURATION),
            entry("NotImplemented", FaultKind.CONFIGURATION),
            entry("PermanentRedirect", FaultKind.CONFIGURATION),
            entry("RequestTimeTooSkewed", FaultKind.CONFIGURATION),
            entry("TemporaryRedirect", FaultKind.CONFIGURATION),
            entry("XAmzContentSHA256Mismatch", FaultKind.CONFIGURATION),
            entry("NoSuchBucket", FaultKind.MISSING_CONTAINER),
            entry("MalformedXML", FaultKind.MALFORMED),
            entry("NoSuchKey", FaultKind.ABSENT),
            entry("NoSuchUpload", FaultKind.ABSENT),
            entry("NoSuchVersion", FaultKind.ABSENT));

    private ErrorCodes() {}

    static Optional<FaultKind> kind(String code) {
        return Optional.ofNullable(KINDS.get(code));
    }

    /** What an answer means that bears no code of the table. */
    static FaultKind kind(int status) {
        return switch (status) {
            case 400 -> FaultKind.MALFORMED;
            case 401, 403 -> FaultKind.DENIED;
            case 404 -> FaultKind.ABSENT;
            case 408, 499, 502, 504 -> FaultKind.UNANSWERED;
            case 429, 503 -> FaultKind.THROTTLED;
            case 301, 302, 307, 308, 405, 411, 501 -> FaultKind.CONFIGURATION;
            default -> FaultKind.CONTENDED;
        };
    }
}
