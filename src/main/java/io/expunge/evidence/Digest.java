package io.expunge.evidence;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over a list of fields, each written with its length before it, so that no two lists are written alike. A missing
 * field differs from an empty one.
 */
final class Digest {

    private final MessageDigest sha256 = sha256();

    /** @param kind what is hashed; the same fields of another kind give another hash */
    Digest(String kind) {
        field(kind);
    }

    Digest field(@Nullable Object value) {
        if (value == null) {
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(-1).flip());
            return this;
        }
        byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        sha256.update(bytes);
        return this;
    }

    /** 64 hexadecimal digits. */
    String hex() {
        return HexFormat.of().formatHex(sha256.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
