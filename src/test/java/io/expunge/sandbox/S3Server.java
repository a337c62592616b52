package io.expunge.sandbox;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

/**
 * A server that speaks S3 on a loopback port, with a versioned bucket and a second one that stands for its replica (nothing
 * copies from one to the other).
 *
 * <p>Stopped and started again it keeps its port, its logins and its data.
 */
public interface S3Server extends SandboxServer {

    /** The versioned bucket. */
    String BUCKET = "attachments";

    /** The versioned bucket that stands for a replica of the first. */
    String REPLICA_BUCKET = "attachments-replica";

    /** The one and only that the servers here know. */
    String REGION = "us-east-1";

    /** Owns the buckets and may do everything. */
    Login application();

    /** May list and delete versions and abort uploads, where rights are checked; may not read what is in an object. */
    Login eraser();

    /** May list, where rights are checked. */
    Login verifier();

    /** Known, with no right on any bucket, where rights are checked. */
    Login stranger();

    /** Whether a login that may not do something is refused; a server that doesn't check takes any login. */
    boolean checksRights();

    /** Without a bucket. */
    default String endpoint() {
        return "http://" + Loopback.HOST + ":" + port();
    }

    /** A bucket's address as the product takes it. */
    default String url(String bucket) {
        return endpoint() + "/" + bucket + "?region=" + REGION + "&checksums=required&addressing=path";
    }

    /** A client for tests and seeds; the caller closes it. */
    default S3Client client(Login login) {
        return S3Client.builder()
                .endpointOverride(URI.create(endpoint()))
                .region(Region.of(REGION))
                .forcePathStyle(true)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(login.user(), login.password())))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(Duration.ofSeconds(5))
                        .socketTimeout(Duration.ofSeconds(60)))
                .build();
    }

    /** Makes a bucket that keeps versions, with the two logins' rights on it. */
    default void createBucket(String bucket) {
        createBucket(bucket, false);
        try (S3Client client = client(application())) {
            client.putBucketVersioning(request -> request.bucket(bucket)
                    .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.ENABLED)));
        }
    }

    /**
     * Makes a bucket with the two logins' rights on it.
     *
     * @param locks whether its objects can be locked, which includes versions; without, it keeps no versions
     */
    default void createBucket(String bucket, boolean locks) {
        try (S3Client client = client(application())) {
            client.createBucket(request -> request.bucket(bucket).objectLockEnabledForBucket(locks ? true : null));
            if (checksRights()) {
                client.putBucketPolicy(
                        request -> request.bucket(bucket).policy(BucketPolicy.text(bucket, eraser(), verifier())));
            }
        }
    }
}
