package io.expunge.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.Blindness;
import io.expunge.store.Refusal;
import io.expunge.store.SliceOutcome.Refused;
import io.expunge.store.StoreException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The error table, row by row: what the eraser answers or throws, and why the probe doesn't know. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ErrorCodesTest {

    @ParameterizedTest
    @CsvSource({
        "SlowDown, 503, THROTTLED, UNAVAILABLE",
        "ServiceUnavailable, 503, THROTTLED, UNAVAILABLE",
        "RequestLimitExceeded, 503, THROTTLED, UNAVAILABLE",
        "TooManyRequests, 429, THROTTLED, UNAVAILABLE",
        "Throttling, 400, THROTTLED, UNAVAILABLE",
        "BandwidthLimitExceeded, 503, THROTTLED, UNAVAILABLE",
        "InternalError, 500, CONTENDED, UNAVAILABLE",
        "OperationAborted, 409, CONTENDED, UNAVAILABLE",
        "ConditionalRequestConflict, 409, CONTENDED, UNAVAILABLE",
        "NoSuchKey, 404, CONTENDED, UNAVAILABLE",
        "NoSuchVersion, 404, CONTENDED, UNAVAILABLE",
        "NoSuchUpload, 404, CONTENDED, UNAVAILABLE",
        "RequestTimeout, 400, AMBIGUOUS, UNAVAILABLE",
        "AccessDenied, 403, DENIED, DENIED",
        "AllAccessDisabled, 403, DENIED, DENIED",
        "AccountProblem, 403, DENIED, DENIED",
        "ExpiredToken, 400, DENIED, DENIED",
        "InvalidAccessKeyId, 403, DENIED, DENIED",
        "InvalidToken, 400, DENIED, DENIED",
        "NotSignedUp, 403, DENIED, DENIED",
        "ObjectLocked, 400, DENIED, DENIED",
        "SignatureDoesNotMatch, 403, DENIED, DENIED",
        "NoSuchBucket, 404, MISSING_CONTAINER, MISSING_CONTAINER",
        "AuthorizationHeaderMalformed, 400, CONFIGURATION, BLIND",
        "BadDigest, 400, CONFIGURATION, BLIND",
        "IllegalLocationConstraintException, 400, CONFIGURATION, BLIND",
        "InvalidArgument, 400, CONFIGURATION, BLIND",
        "InvalidBucketName, 400, CONFIGURATION, BLIND",
        "InvalidBucketState, 409, CONFIGURATION, BLIND",
        "InvalidDigest, 400, CONFIGURATION, BLIND",
        "InvalidRequest, 400, CONFIGURATION, BLIND",
        "MalformedXML, 400, CONFIGURATION, BLIND",
        "MethodNotAllowed, 405, CONFIGURATION, BLIND",
        "MissingContentMD5, 400, CONFIGURATION, BLIND",
        "NotImplemented, 501, CONFIGURATION, BLIND",
        "PermanentRedirect, 301, CONFIGURATION, BLIND",
        "RequestTimeTooSkewed, 403, CONFIGURATION, BLIND",
        "TemporaryRedirect, 307, CONFIGURATION, BLIND",
        "XAmzContentSHA256Mismatch, 400, CONFIGURATION, BLIND",
    })
    void a_code_of_the_store(String code, int status, String eraser, Blindness probe) {
        assertRow(answer(code, status), code, eraser, probe);
    }

    /** Some answers have no body, and a proxy's have another's. */
    @ParameterizedTest
    @CsvSource({
        "301, CONFIGURATION, BLIND",
        "400, CONFIGURATION, BLIND",
        "401, DENIED, DENIED",
        "403, DENIED, DENIED",
        "404, CONTENDED, UNAVAILABLE",
        "405, CONFIGURATION, BLIND",
        "408, AMBIGUOUS, UNAVAILABLE",
        "409, CONTENDED, UNAVAILABLE",
        "429, THROTTLED, UNAVAILABLE",
        "499, AMBIGUOUS, UNAVAILABLE",
        "500, CONTENDED, UNAVAILABLE",
        "501, CONFIGURATION, BLIND",
        "502, AMBIGUOUS, UNAVAILABLE",
        "503, THROTTLED, UNAVAILABLE",
        "504, AMBIGUOUS, UNAVAILABLE",
    })
    void a_status_without_a_code_or_with_one_that_is_not_in_the_table(int status, String eraser, Blindness probe) {
        assertRow(S3Exception.builder().statusCode(status).build(), "HTTP_" + status, eraser, probe);
        assertRow(answer("acme-zq7", status), "HTTP_" + status, eraser, probe);
    }

    @Test
    void an_error_of_the_client() {
        assertRow(ApiCallTimeoutException.create(1), "TIMEOUT", "AMBIGUOUS", Blindness.UNAVAILABLE);
        assertRow(AbortedException.create("acme"), "INTERRUPTED", "AMBIGUOUS", Blindness.UNAVAILABLE);
        assertRow(caused(new SocketTimeoutException("acme")), "TIMEOUT", "AMBIGUOUS", Blindness.UNAVAILABLE);
        assertRow(caused(new SocketException("acme")), "CLOSED", "AMBIGUOUS", Blindness.UNAVAILABLE);
        assertRow(caused(new IllegalStateException("acme")), "UNREADABLE", "AMBIGUOUS", Blindness.UNAVAILABLE);
        assertRow(caused(new UnknownHostException("acme")), "HOST", "UNAVAILABLE", Blindness.UNAVAILABLE);
        assertRow(caused(new ConnectException("acme")), "CONNECT", "UNAVAILABLE", Blindness.UNAVAILABLE);
        assertRow(caused(new SSLHandshakeException("acme")), "TLS", "UNAVAILABLE", Blindness.UNAVAILABLE);
    }

    @Test
    void a_listing_without_an_answer_has_changed_nothing() {
        assertThat(S3Fault.reading(ApiCallTimeoutException.create(1)).toException("objects"))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    private static void assertRow(SdkException failure, String code, String eraser, Blindness probe) {
        S3Fault fault = S3Fault.writing(failure);

        assertThat(fault).hasNoCause().hasMessageNotContaining("acme");
        assertThat(fault.code()).isEqualTo(code);
        assertThat(fault.refusal()
                        .map(Refused::refusal)
                        .map(Refusal::name)
                        .orElseGet(() -> fault.toException("objects").errorClass()))
                .isEqualTo(eraser);
        assertThat(fault.toException("objects").errorClass()).isEqualTo(eraser);
        assertThat(fault.unknown().why()).isEqualTo(probe);
        assertThat(List.of(fault.unknown().code(), fault.toException("objects").getMessage()))
                .noneMatch(said -> said.contains("acme"));
    }

    private static SdkException answer(String code, int status) {
        return S3Exception.builder()
                .statusCode(status)
                .message("of acme")
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage("of acme")
                        .build())
                .build();
    }

    private static SdkException caused(Throwable cause) {
        return SdkClientException.create("of acme", cause);
    }
}
