package io.expunge.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;

/**
 * Writes the sample tenants' objects: most with several versions, some under a delete marker, with names that a careless
 * client gets wrong, and each once more in the bucket of copies. Same seed, same objects but for the version ids.
 */
final class SampleBuckets implements AutoCloseable {
    private static final int WRITERS = 8;

    private final S3Client s3;
    private final SaasStores.Objects where;
    private final long seed;

    SampleBuckets(SaasStores.Objects where, long seed) {
        this.where = where;
        this.seed = seed;
        this.s3 = where.client();
    }

    /** Replaces whatever the buckets hold. */
    void write(List<SampleTenant> tenants, SeedSize size) {
        empty(where.bucket());
        empty(where.replicaBucket());
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<CompletableFuture<Void>> written = new ArrayList<>();
            for (SampleTenant tenant : tenants) {
                for (int number = 0; number < size.objects(tenant.part()); number++) {
                    int one = number;
                    written.add(CompletableFuture.runAsync(() -> write(tenant, one), writers));
                }
            }
            written.forEach(CompletableFuture::join);
        } finally {
            writers.shutdown();
        }
    }

    private void empty(String bucket) {
        while (true) {
            ListObjectVersionsResponse page = s3.listObjectVersions(request -> request.bucket(bucket));
            List<ObjectIdentifier> found = new ArrayList<>();
            page.versions().forEach(version -> found.add(identifier(version.key(), version.versionId())));
            page.deleteMarkers().forEach(marker -> found.add(identifier(marker.key(), marker.versionId())));
            if (found.isEmpty()) {
                return;
            }
            s3.deleteObjects(request -> request.bucket(bucket).delete(delete -> delete.objects(found)));
        }
    }

    private static ObjectIdentifier identifier(String key, String version) {
        return ObjectIdentifier.builder().key(key).versionId(version).build();
    }

    private void write(SampleTenant tenant, int number) {
        RandomGenerator random =
                new SplittableRandom(seed * 1_000_003 + tenant.id().hashCode() * 31L + number);
        Phrases say = new Phrases(tenant, random);
        String key = tenant.objectPrefix() + name(tenant, number, say);
        String content = "";
        for (int version = 0; version < versions(number); version++) {
            content = say.trouble() + "\n" + say.answer();
            put(where.bucket(), key, content);
        }
        put(where.replicaBucket(), key, content);
        if (isDeleted(number)) {
            s3.deleteObject(request -> request.bucket(where.bucket()).key(key));
        }
    }

    private void put(String bucket, String key, String content) {
        s3.putObject(
                request -> request.bucket(bucket).key(key).contentType("text/plain"), RequestBody.fromString(content));
    }

    private static int versions(int number) {
        return 1 + number % 3;
    }

    /** By its user, which in a bucket with versions hides it and keeps it. */
    private static boolean isDeleted(int number) {
        return number % 5 == 4;
    }

    /** Versions and markers of a tenant with that many objects, without the copies. */
    static long items(int objects) {
        long items = 0;
        for (int number = 0; number < objects; number++) {
            items += versions(number) + (isDeleted(number) ? 1 : 0);
        }
        return items;
    }

    private static String name(SampleTenant tenant, int number, Phrases say) {
        String person = say.fullName();
        return switch (number % 6) {
            case 0 -> "attachments/" + number + "/" + person + ".png";
            case 1 -> "attachments/" + number + "/100% + 1 of 2%2B.csv";
            case 2 -> "avatars/\u00fcber " + person + " \ud83d\ude00.jpg";
            // Names the other tenant's prefix in the middle of its own.
            case 3 -> "imports/tenants/" + tenant.aside() + "/g1/" + number;
            case 4 -> "exports/" + number + "/&<\"'>.txt";
            default -> "folder-" + number + "/";
        };
    }

    @Override
    public void close() {
        s3.close();
    }
}
