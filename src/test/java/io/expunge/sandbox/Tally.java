package io.expunge.sandbox;

import io.expunge.sandbox.Digests.TenantDigest;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/**
 * Counts items and adds their hashes up. A sum does not depend on order, so millions of items need not be sorted, nor
 * kept; unlike an exclusive or, it also tells one from two of the same.
 */
final class Tally {
    private final MessageDigest sha256 = sha256();
    private BigInteger sum = BigInteger.ZERO;
    private long rows;
    private long keys;
    private long objects;
    private long documents;

    void row(byte[] table, byte[] row) {
        rows++;
        add(List.of(table, row));
    }

    void registryRow(byte[] row) {
        add(List.of(row));
    }

    /** @param parts type, name, time to live, value: in an order that the same key always has */
    void key(Collection<byte[]> parts) {
        keys++;
        add(parts);
    }

    /** @param parts bucket, key, place among the key's versions, content */
    void object(Collection<byte[]> parts) {
        objects++;
        add(parts);
    }

    /** @param parts index, id, fields */
    void document(Collection<byte[]> parts) {
        documents++;
        add(parts);
    }

    private void add(Collection<byte[]> parts) {
        for (byte[] part : parts) {
            // The length keeps "ab","c" from being "a","bc".
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
            sha256.update(part);
        }
        sum = sum.add(new BigInteger(1, sha256.digest()));
    }

    TenantDigest digest() {
        return new TenantDigest(
                rows, keys, objects, documents, HexFormat.of().formatHex(sha256().digest(sum.toByteArray())));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
