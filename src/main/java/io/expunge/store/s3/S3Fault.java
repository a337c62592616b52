package io.expunge.store.s3;

import io.expunge.store.Blindness;
import io.expunge.store.Refusal;
import io.expunge.store.Sighting.Unknown;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.StoreException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * A failed call, reduced to a kind and a code as soon as it is caught: no cause, no text of the server's or the client's
 * (I7). Stays inside this package; each port turns it into its own word.
 */
final class S3Fault extends RuntimeException {

    private final FaultKind kind;
    private final String code;
    private final boolean writing;

    private S3Fault(FaultKind kind, String code, boolean writing) {
        super(kind + " " + code, null, false, true);
        this.kind = kind;
        this.code = code;
        this.writing = writing;
    }

    S3Fault(FaultKind kind, String code) {
        this(kind, code, false);
    }

    /** A call that changes nothing failed. */
    static S3Fault reading(SdkException failure) {
        return of(failure, false);
    }

    /** A call that deletes failed: without the server's own word it may still be carried out. */
    static S3Fault writing(SdkException failure) {
        return of(failure, true);
    }

    private static S3Fault of(SdkException failure, boolean writing) {
        if (failure instanceof AwsServiceException answer) {
            return ofAnswer(code(answer.awsErrorDetails()), answer.statusCode(), writing);
        }
        if (failure instanceof ApiCallTimeoutException || failure instanceof ApiCallAttemptTimeoutException) {
            return new S3Fault(FaultKind.UNANSWERED, "TIMEOUT", writing);
        }
        if (failure instanceof AbortedException || inside(failure, InterruptedException.class)) {
            return new S3Fault(FaultKind.UNANSWERED, "INTERRUPTED", writing);
        }
        if (inside(failure, UnknownHostException.class)) {
            return new S3Fault(FaultKind.UNAVAILABLE, "HOST", writing);
        }
        if (inside(failure, ConnectException.class) || inside(failure, NoRouteToHostException.class)) {
            return new S3Fault(FaultKind.UNAVAILABLE, "CONNECT", writing);
        }
        if (inside(failure, SSLException.class)) {
            return new S3Fault(FaultKind.UNAVAILABLE, "TLS", writing);
        }
        if (inside(failure, SocketTimeoutException.class)) {
            return new S3Fault(FaultKind.UNANSWERED, "TIMEOUT", writing);
        }
        boolean cutOff = inside(failure, IOException.class);
        return new S3Fault(FaultKind.UNANSWERED, cutOff ? "CLOSED" : "UNREADABLE", writing);
    }

    private static @Nullable String code(@Nullable AwsErrorDetails details) {
        return details == null ? null : details.errorCode();
    }

    /** What a code and a status mean, of a whole answer or of one key in it. */
    static S3Fault ofAnswer(@Nullable String code, int status, boolean writing) {
        Optional<FaultKind> known = Optional.ofNullable(code).flatMap(ErrorCodes::kind);
        return known.isPresent() && code != null
                ? new S3Fault(known.get(), code, writing)
                : new S3Fault(ErrorCodes.kind(status), "HTTP_" + status, writing);
    }

    private static boolean inside(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return true;
            }
        }
        return false;
    }

    FaultKind kind() {
        return kind;
    }

    String code() {
        return code;
    }

    /** What an eraser answers, where only a person can help. */
    Optional<Refused> refusal() {
        return switch (kind) {
            case DENIED -> Optional.of(new Refused(Refusal.DENIED, code));
            case CONFIGURATION, MALFORMED -> Optional.of(new Refused(Refusal.CONFIGURATION, code));
            case MISSING_CONTAINER -> Optional.of(new Refused(Refusal.MISSING_CONTAINER, code));
            case UNAVAILABLE, CONTENDED, THROTTLED, UNANSWERED, ABSENT -> Optional.empty();
        };
    }

    /** What a probe answers. */
    Unknown unknown() {
        return switch (kind) {
            case DENIED -> new Unknown(Blindness.DENIED, code);
            case CONFIGURATION, MALFORMED -> new Unknown(Blindness.BLIND, code);
            case MISSING_CONTAINER -> new Unknown(Blindness.MISSING_CONTAINER, code);
            case UNAVAILABLE, CONTENDED, THROTTLED, UNANSWERED, ABSENT -> new Unknown(Blindness.UNAVAILABLE, code);
        };
    }

    /** What is thrown where the port has no better word. */
    StoreException toException(String store) {
        return switch (kind) {
            case CONTENDED, ABSENT -> new StoreException.Contended(store, code);
            case THROTTLED -> new StoreException.Throttled(store, code);
            case UNANSWERED ->
                writing ? new StoreException.Ambiguous(store, code) : new StoreException.Unavailable(store, code);
            case UNAVAILABLE -> new StoreException.Unavailable(store, code);
            case DENIED, CONFIGURATION, MISSING_CONTAINER, MALFORMED ->
                new StoreException.Refused(store, refusal().orElseThrow().refusal(), code);
        };
    }
}
