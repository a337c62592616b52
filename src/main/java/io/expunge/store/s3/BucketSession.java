package io.expunge.store.s3;

import java.time.Duration;
import java.util.function.Function;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

/** Calls on one bucket until a deadline; whatever fails leaves as an {@link S3Fault}. Lives for one call of a port. */
final class BucketSession {

    private static final Duration CALL = Duration.ofSeconds(60);

    private final S3Client client;
    private final String bucket;
    private final Deadline deadline;

    BucketSession(S3Client client, String bucket, Deadline deadline) {
        this.client = client;
        this.bucket = bucket;
        this.deadline = deadline;
    }

    String bucket() {
        return bucket;
    }

    /** What every request must be given: it ends with the session, retries included. */
    AwsRequestOverrideConfiguration limits() {
        if (deadline.over()) {
            throw new S3Fault(FaultKind.UNAVAILABLE, "DEADLINE");
        }
        return AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(deadline.left(CALL))
                .build();
    }

    /** A call that changes nothing. */
    <T> T read(Function<S3Client, T> call) {
        try {
            return call.apply(client);
        } catch (SdkException failure) {
            throw S3Fault.reading(failure);
        }
    }

    /** A call that deletes. */
    <T> T write(Function<S3Client, T> call) {
        try {
            return call.apply(client);
        } catch (SdkException failure) {
            throw S3Fault.writing(failure);
        }
    }
}
