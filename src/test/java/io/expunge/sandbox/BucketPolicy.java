package io.expunge.sandbox;

/**
 * What the product's two logins may do with a bucket: the policy that {@code docs/stores/s3.md} shows. For a request that
 * deletes many the gateway wants the right on the bucket too.
 */
final class BucketPolicy {

    private static final String TEXT = """
            {
              "Version": "2012-10-17",
              "Statement": [
                {
                  "Sid": "look",
                  "Effect": "Allow",
                  "Principal": {"AWS": ["arn:aws:iam:::user/ERASER", "arn:aws:iam:::user/VERIFIER"]},
                  "Action": [
                    "s3:ListBucket",
                    "s3:ListBucketVersions",
                    "s3:ListBucketMultipartUploads",
                    "s3:GetBucketVersioning",
                    "s3:GetBucketAcl"
                  ],
                  "Resource": "arn:aws:s3:::BUCKET"
                },
                {
                  "Sid": "erase",
                  "Effect": "Allow",
                  "Principal": {"AWS": "arn:aws:iam:::user/ERASER"},
                  "Action": [
                    "s3:DeleteObject",
                    "s3:DeleteObjectVersion",
                    "s3:AbortMultipartUpload",
                    "s3:ListMultipartUploadParts",
                    "s3:GetObjectRetention",
                    "s3:GetObjectLegalHold"
                  ],
                  "Resource": ["arn:aws:s3:::BUCKET", "arn:aws:s3:::BUCKET/*"]
                }
              ]
            }
            """;

    private BucketPolicy() {}

    static String text(String bucket, Login eraser, Login verifier) {
        return TEXT.replace("BUCKET", bucket).replace("ERASER", eraser.user()).replace("VERIFIER", verifier.user());
    }
}
