package io.expunge.store.s3;

import io.expunge.store.StoreAccess;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** The way to one bucket under one login. Nothing is asked before the first session. */
final class BucketLink implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration READ = Duration.ofSeconds(30);
    /** The client's own, for the way there and back; whoever sends slices repeats them on another scale. */
    private static final int ATTEMPTS = 3;

    private final BucketAddress address;
    private final Optional<AwsCredentialsProvider> login;
    private @Nullable AwsCredentialsProvider chain;
    private @Nullable S3Client client;
    private boolean closed;

    /** @throws IllegalArgumentException if the address or the login can't be used; the message repeats neither */
    BucketLink(String store, StoreAccess access) {
        this.address = BucketAddress.parse(store, access.url());
        this.login = login(store, access, address);
    }

    private static Optional<AwsCredentialsProvider> login(String store, StoreAccess access, BucketAddress address) {
        boolean user = !access.user().isEmpty();
        boolean password = !access.password().isEmpty();
        if (user && password) {
            return Optional.of(
                    StaticCredentialsProvider.create(AwsBasicCredentials.create(access.user(), access.password())));
        }
        if (user || password || address.endpoint().isPresent()) {
            throw new IllegalArgumentException("store " + store + ": the login is not complete, expected an access key"
                    + " as user and a secret key as password; both may be left out for s3:// only, where the"
                    + " environment's own credentials are used");
        }
        return Optional.empty();
    }

    String bucket() {
        return address.bucket();
    }

    /** @throws S3Fault if the environment's credentials are to be used and there are none */
    BucketSession open(Deadline deadline) {
        return new BucketSession(client(), address.bucket(), deadline);
    }

    private synchronized S3Client client() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        AwsCredentialsProvider credentials = login.orElseGet(this::chain);
        if (client == null) {
            S3ClientBuilder builder = S3Client.builder()
                    .region(Region.of(address.region()))
                    .forcePathStyle(address.pathStyle())
                    .credentialsProvider(credentials)
                    // The SDK's other clients rewrite a key with two slashes after it was signed.
                    .httpClientBuilder(UrlConnectionHttpClient.builder()
                            .connectionTimeout(CONNECT)
                            .socketTimeout(READ))
                    .overrideConfiguration(calls -> calls.retryStrategy(StandardRetryStrategy.builder()
                            .maxAttempts(ATTEMPTS)
                            .build()));
            address.checksums().apply(builder);
            address.endpoint().ifPresent(builder::endpointOverride);
            client = builder.build();
        }
        return client;
    }

    private AwsCredentialsProvider chain() {
        if (chain == null) {
            chain = DefaultCredentialsProvider.builder().build();
        }
        try {
            chain.resolveCredentials();
            return chain;
        } catch (SdkClientException none) {
            throw new S3Fault(FaultKind.DENIED, "CREDENTIALS");
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.close();
        }
        if (chain instanceof AutoCloseable closeable) {
            closeQuietly(closeable);
        }
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception failure) {
            throw new IllegalStateException("credentials could not be closed", null);
        }
    }
}
