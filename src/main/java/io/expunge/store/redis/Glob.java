package io.expunge.store.redis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The patterns of {@code SCAN … MATCH}. They narrow what the server sends and decide nothing: bytes are compared here. */
final class Glob {

    /** Unescaped, {@code tenant:[x]:*} matches {@code tenant:x:a} and misses its own keys. */
    private static final String SPECIAL = "*?[]^-\\";

    private Glob() {}

    /** Matches just the keys that begin with these bytes. */
    static byte[] beginningWith(byte[] literal) {
        ByteArrayOutputStream glob = new ByteArrayOutputStream(literal.length + 8);
        for (byte each : literal) {
            if (SPECIAL.indexOf(each) >= 0) {
                glob.write('\\');
            }
            glob.write(each);
        }
        glob.write('*');
        return glob.toByteArray();
    }

    /** As people write it. */
    static String shown(byte[] glob) {
        return new String(glob, StandardCharsets.UTF_8);
    }
}
