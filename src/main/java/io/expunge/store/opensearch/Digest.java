package io.expunge.store.opensearch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/** Sixteen hexadecimal digits in place of names. */
final class Digest {

    private static final int BYTES = 8;

    private Digest() {}

    /** The same for the same texts in whatever order. */
    static String of(Collection<String> texts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            texts.stream().sorted().forEach(text -> {
                digest.update(text.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            });
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
