package io.expunge.store.s3;

import io.expunge.sandbox.S3Server;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;

/** A bucket of a test's own, filled and looked into as its owner, by code that shares nothing with the adapter. */
final class RawBucket implements AutoCloseable {

    private static final AtomicInteger BUCKETS = new AtomicInteger();

    private final S3Client client;
    private final String name;

    private RawBucket(S3Client client, String name) {
        this.client = client;
        this.name = name;
    }

    /** A new one, which keeps versions. */
    static RawBucket versioned(S3Server server) {
        String name = newName();
        server.createBucket(name);
        return new RawBucket(server.client(server.application()), name);
    }

    /** A new one that keeps no versions, or in which objects can be locked. */
    static RawBucket of(S3Server server, boolean locks) {
        String name = newName();
        server.createBucket(name, locks);
        return new RawBucket(server.client(server.application()), name);
    }

    private static String newName() {
        return "test-" + ProcessHandle.current().pid() + "-" + BUCKETS.incrementAndGet();
    }

    String name() {
        return name;
    }

    S3Client client() {
        return client;
    }

    /** @return the version's id */
    String put(String key, String text) {
        return client.putObject(request -> request.bucket(name).key(key), RequestBody.fromString(text))
                .versionId();
    }

    /** Writes a delete marker, or removes the object where no versions are kept. */
    void mark(String key) {
        client.deleteObject(request -> request.bucket(name).key(key));
    }

    void delete(String key, String version) {
        client.deleteObject(request -> request.bucket(name).key(key).versionId(version));
    }

    void suspend() {
        client.putBucketVersioning(request -> request.bucket(name)
                .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.SUSPENDED)));
    }

    /** @return the upload's id; one part is there */
    String beginUpload(String key) {
        String upload = client.createMultipartUpload(
                        request -> request.bucket(name).key(key))
                .uploadId();
        client.uploadPart(
                request -> request.bucket(name).key(key).uploadId(upload).partNumber(1),
                RequestBody.fromString("part"));
        return upload;
    }

    long uploads() {
        return client.listMultipartUploads(request -> request.bucket(name))
                .uploads()
                .size();
    }

    byte[] content(String key, String version) {
        return client.getObjectAsBytes(request -> request.bucket(name).key(key).versionId(version))
                .asByteArray();
    }

    /** Everything whose key begins so, versions and markers. */
    List<Item> items(String prefix) {
        List<Item> items = new ArrayList<>();
        for (ListObjectVersionsResponse page : client.listObjectVersionsPaginator(
                request -> request.bucket(name).prefix(prefix).encodingType(EncodingType.URL))) {
            page.versions()
                    .forEach(version ->
                            items.add(new Item(version.key(), version.versionId(), false, version.isLatest())));
            page.deleteMarkers()
                    .forEach(marker -> items.add(new Item(marker.key(), marker.versionId(), true, marker.isLatest())));
        }
        items.sort(Comparator.comparing(Item::key).thenComparing(Item::version));
        return items;
    }

    @Override
    public void close() {
        client.close();
    }

    record Item(String key, String version, boolean marker, boolean latest) {
        byte[] bytes() {
            return (key + "\0" + version + "\0" + marker + "\0" + latest).getBytes(StandardCharsets.UTF_8);
        }
    }
}
