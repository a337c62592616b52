package io.expunge.store.s3;

import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Eraser;
import io.expunge.store.Probe;
import io.expunge.store.StoreAccess;
import io.expunge.store.StoreConnector;
import io.expunge.store.Surveyor;
import java.time.Clock;

/**
 * Opens buckets: {@code s3://bucket?region=eu-central-1} on AWS, {@code https://host:port/bucket?region=us-east-1} with
 * {@code checksums=supported|required|legacy-md5} and {@code addressing=path|virtual} elsewhere. The user is the access key,
 * the password the secret key; on AWS both may be empty, for the credentials that the environment gives. A replica bucket
 * is a store of its own.
 */
public final class S3Connector implements StoreConnector {

    private final Clock clock;

    /** @param clock says on which day it is asked whether a declaration has expired */
    public S3Connector(Clock clock) {
        this.clock = clock;
    }

    @Override
    public ResourceType type() {
        return ResourceType.S3;
    }

    @Override
    public Surveyor surveyor(StoreDeclaration store, StoreAccess access) {
        return new S3Surveyor(store, new BucketLink(store.name(), access), clock);
    }

    @Override
    public Eraser eraser(StoreDeclaration store, StoreAccess access) {
        return new S3Eraser(store, new BucketLink(store.name(), access));
    }

    @Override
    public Probe probe(StoreDeclaration store, StoreAccess access) {
        return new S3Probe(store, new BucketLink(store.name(), access));
    }
}
