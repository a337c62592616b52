package io.expunge.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

/**
 * Reads every version and marker of every object with its place among the key's versions and its content's MD5, which is
 * its ETag. Not the version ids: they differ each time the same sample is written.
 */
final class BucketWitness {
    private final S3Client s3;

    BucketWitness(S3Client s3) {
        this.s3 = s3;
    }

    private record Item(String kind, boolean latest, String etag, long size) {}

    void read(String bucket, String role, Tallies tallies) {
        Map<String, List<Item>> byKey = new TreeMap<>();
        String key = null;
        String version = null;
        ListObjectVersionsResponse page;
        do {
            String fromKey = key;
            String fromVersion = version;
            page = s3.listObjectVersions(
                    request -> request.bucket(bucket).keyMarker(fromKey).versionIdMarker(fromVersion));
            for (ObjectVersion each : page.versions()) {
                items(byKey, each.key()).add(new Item("version", each.isLatest(), each.eTag(), each.size()));
            }
            for (DeleteMarkerEntry each : page.deleteMarkers()) {
                items(byKey, each.key()).add(new Item("marker", each.isLatest(), "", 0));
            }
            key = page.nextKeyMarker();
            version = page.nextVersionIdMarker();
        } while (Boolean.TRUE.equals(page.isTruncated()));
        byKey.forEach((name, items) -> owner(name).ifPresent(tenant -> read(role, name, items, tallies.of(tenant))));
    }

    private static List<Item> items(Map<String, List<Item>> byKey, String key) {
        return byKey.computeIfAbsent(key, first -> new ArrayList<>());
    }

    private static void read(String role, String key, List<Item> items, Tally tally) {
        for (int place = 0; place < items.size(); place++) {
            Item item = items.get(place);
            tally.object(List.of(
                    bytes(role),
                    bytes(key),
                    bytes(item.kind() + " " + place + " " + item.latest() + " " + item.size()),
                    bytes(item.etag())));
        }
    }

    /** The tenant in <code>tenants/{tenant}/…</code>; none for a key that is nobody's. */
    private static Optional<String> owner(String key) {
        String[] parts = key.split("/", 3);
        return parts.length == 3 && parts[0].equals("tenants") ? Optional.of(decoded(parts[1])) : Optional.empty();
    }

    private static String decoded(String encoded) {
        byte[] written = bytes(encoded);
        ByteArrayOutputStream tenant = new ByteArrayOutputStream();
        for (int index = 0; index < written.length; index++) {
            if (written[index] == '%' && index + 2 < written.length) {
                tenant.write(Integer.parseInt(encoded.substring(index + 1, index + 3), 16));
                index += 2;
            } else {
                tenant.write(written[index]);
            }
        }
        return tenant.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
