package io.expunge.sandbox;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Where the sample SaaS keeps its data, entered as the application that may do everything. */
public record SaasStores(String database, Login superuser, String redis, Objects objects, String search) {

    /**
     * Two buckets of one endpoint, the second with copies of the first's objects.
     *
     * @param login access key and secret key
     */
    public record Objects(String endpoint, String region, Login login, String bucket, String replicaBucket) {

        /** A client of the application's own, to be closed. */
        public S3Client client() {
            return S3Client.builder()
                    .endpointOverride(URI.create(endpoint))
                    .region(Region.of(region))
                    .credentialsProvider(StaticCredentialsProvider.create(
                            AwsBasicCredentials.create(login.user(), login.password())))
                    .forcePathStyle(true)
                    .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                    .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                    .httpClientBuilder(UrlConnectionHttpClient.builder())
                    .build();
        }

        /** The buckets of a running server, entered as the application. */
        public static Objects of(S3Server server) {
            return new Objects(
                    server.endpoint(), S3Server.REGION, server.application(), S3Server.BUCKET, S3Server.REPLICA_BUCKET);
        }
    }

    /** The same, with the objects elsewhere. */
    public SaasStores with(Objects elsewhere) {
        return new SaasStores(database, superuser, redis, elsewhere, search);
    }

    /** The stores of a running sandbox, found by its settings. */
    public static SaasStores of(SandboxSettings settings) {
        return new SaasStores(
                settings.get("EXPUNGE_STORE_MAIN_URL"),
                new Login(settings.get("SANDBOX_POSTGRES_USER"), settings.get("SANDBOX_POSTGRES_PASSWORD")),
                settings.get("EXPUNGE_STORE_CACHE_URL"),
                new Objects(
                        settings.get("SANDBOX_S3_ENDPOINT"),
                        settings.get("SANDBOX_S3_REGION"),
                        new Login(settings.get("SANDBOX_S3_ACCESS_KEY"), settings.get("SANDBOX_S3_SECRET_KEY")),
                        settings.get("SANDBOX_S3_BUCKET"),
                        settings.get("SANDBOX_S3_REPLICA_BUCKET")),
                settings.get("SANDBOX_OPENSEARCH_URL"));
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(database, superuser.user(), superuser.password());
    }
}
