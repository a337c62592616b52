package io.expunge.store.s3;

import java.util.Optional;

/**
 * Whose bucket it is: the owner's id in its access control list. On AWS that is the account's canonical id; together with
 * a bucket's name, which is unique there, it says which bucket was met.
 */
final class BucketOwner {

    static final String CODE = "IDENTITY";

    private BucketOwner() {}

    static String of(BucketSession session) {
        String owner = session.read(client -> client.getBucketAcl(
                        acl -> acl.bucket(session.bucket()).overrideConfiguration(session.limits()))
                .owner()
                .id());
        if (owner == null || owner.isEmpty()) {
            throw new S3Fault(FaultKind.CONFIGURATION, CODE);
        }
        return owner;
    }

    /** Whether the bucket is the pinned owner's; any is, and nothing is asked, where none is pinned. */
    static boolean isThe(Optional<String> pinned, BucketSession session) {
        return pinned.isEmpty() || pinned.get().equals(of(session));
    }
}
