package io.expunge.store.redis;

import io.expunge.catalog.Ownership.KeyPattern;
import io.expunge.catalog.Resource;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * How the keys of a resource are spelt, such as <code>t:{tenant}:g{generation}:*</code>; reads keys as the raw bytes they
 * are, because a key need not be text and a decoded one may be another key's name.
 *
 * <p>The pattern falls into pieces: <em>head</em> <code>t:</code>, the tenant, which ends at the first
 * <em>delimiter</em> <code>:</code>, the <em>path</em> up to the last such delimiter before the generation, its
 * <em>marker</em> <code>g</code>, the generation, the <em>tail</em> <code>:</code>, and any rest. Head, tenant and path
 * make the prefix of one tenant; what stands below it without a readable generation is still the tenant's.
 */
final class KeyTemplate {

    private static final String TENANT = "{tenant}";
    private static final String GENERATION = "{generation}";

    private final byte[] head;
    private final byte delimiter;
    private final byte[] path;
    private final boolean generational;
    private final byte[] marker;
    private final byte[] tail;

    private KeyTemplate(String head, String link, Optional<String> tail) {
        char first = link.charAt(0);
        int end = tail.isPresent() ? link.lastIndexOf(first) + 1 : link.length();
        this.head = utf8(head);
        this.delimiter = (byte) first;
        this.path = utf8(link.substring(0, end));
        this.generational = tail.isPresent();
        this.marker = utf8(link.substring(end));
        this.tail = utf8(tail.orElse(""));
    }

    /** The template of a resource; empty if it isn't found by a key pattern that can be read byte by byte. */
    static Optional<KeyTemplate> of(Resource resource) {
        return resource.ownedBy() instanceof KeyPattern keys ? of(keys) : Optional.empty();
    }

    /** {@link KeyPattern} has refused what is no pattern; left is a delimiter that is more than one byte. */
    private static Optional<KeyTemplate> of(KeyPattern keys) {
        String fixed = keys.pattern().substring(0, keys.pattern().length() - 1);
        int tenant = fixed.indexOf(TENANT);
        String head = fixed.substring(0, tenant);
        String link = fixed.substring(tenant + TENANT.length());
        int generation = link.indexOf(GENERATION);
        Optional<String> tail =
                generation < 0 ? Optional.empty() : Optional.of(link.substring(generation + GENERATION.length()));
        if (generation >= 0) {
            link = link.substring(0, generation);
        }
        return isAscii(link.charAt(0)) && isAscii(tail.orElse(":").charAt(0))
                ? Optional.of(new KeyTemplate(head, link, tail))
                : Optional.empty();
    }

    private static boolean isAscii(char delimiter) {
        return delimiter < 0x80;
    }

    /** Whether the generation is part of the name, which makes the name the fence. */
    boolean generational() {
        return generational;
    }

    /** What all keys of the resource begin with, whoever's they are. */
    byte[] head() {
        return head.clone();
    }

    /**
     * What the keys of one tenant, and of no other, begin with.
     *
     * @return empty if this layout can't hold the id: with a delimiter inside, the prefix would be another tenant's
     */
    Optional<byte[]> prefix(String storedId) {
        if (storedId.isEmpty()
                || storedId.indexOf(delimiter) >= 0
                || !StandardCharsets.UTF_8.newEncoder().canEncode(storedId)) {
            return Optional.empty();
        }
        ByteArrayOutputStream prefix = new ByteArrayOutputStream();
        prefix.writeBytes(head);
        prefix.writeBytes(utf8(storedId));
        prefix.writeBytes(path);
        return Optional.of(prefix.toByteArray());
    }

    KeyReading read(byte[] key) {
        if (!has(head, key, 0)) {
            return KeyReading.NOT_OURS;
        }
        int end = head.length;
        while (end < key.length && key[end] != delimiter) {
            end++;
        }
        if (end == head.length || !has(path, key, end)) {
            return KeyReading.NOT_OURS;
        }
        ByteBuffer tenant = ByteBuffer.wrap(key, head.length, end - head.length).slice();
        return generational ? readGeneration(tenant, key, end + path.length) : new KeyReading.WithoutGeneration(tenant);
    }

    private KeyReading readGeneration(ByteBuffer tenant, byte[] key, int at) {
        if (!has(marker, key, at)) {
            return new KeyReading.WithoutGeneration(tenant);
        }
        int start = at + marker.length;
        int end = start;
        long number = 0;
        while (end < key.length && key[end] >= '0' && key[end] <= '9' && number <= Integer.MAX_VALUE) {
            number = 10 * number + (key[end++] - '0');
        }
        boolean leadingZero = end > start + 1 && key[start] == '0';
        boolean terminated = end < key.length && key[end] == tail[0];
        if (end == start || leadingZero || number > Integer.MAX_VALUE || !terminated) {
            return new KeyReading.WithoutGeneration(tenant);
        }
        return has(tail, key, end) ? new KeyReading.OfGeneration(tenant, (int) number) : KeyReading.NOT_OURS;
    }

    private static boolean has(byte[] piece, byte[] key, int at) {
        return at + piece.length <= key.length && Arrays.equals(piece, 0, piece.length, key, at, at + piece.length);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
