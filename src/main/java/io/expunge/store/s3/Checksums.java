package io.expunge.store.s3;

import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Which checksums a server understands (aws/aws-sdk-java-v2#5805). */
enum Checksums {
    /** Newer ones (CRC32), wherever a request can carry one: AWS. */
    SUPPORTED("supported"),
    /** Newer ones, only where a request must carry one. */
    REQUIRED("required"),
    /** {@code Content-MD5} where a request must carry one: servers that answer {@code MissingContentMD5}. */
    LEGACY_MD5("legacy-md5");

    private final String label;

    Checksums(String label) {
        this.label = label;
    }

    /** As an address writes it. */
    String label() {
        return label;
    }

    void apply(S3ClientBuilder client) {
        boolean wherever = this == SUPPORTED;
        client.requestChecksumCalculation(
                wherever ? RequestChecksumCalculation.WHEN_SUPPORTED : RequestChecksumCalculation.WHEN_REQUIRED);
        client.responseChecksumValidation(
                wherever ? ResponseChecksumValidation.WHEN_SUPPORTED : ResponseChecksumValidation.WHEN_REQUIRED);
        if (this == LEGACY_MD5) {
            client.addPlugin(LegacyMd5Plugin.create());
        }
    }
}
