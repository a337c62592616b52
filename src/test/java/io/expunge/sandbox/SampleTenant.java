package io.expunge.sandbox;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One tenant of the sample SaaS.
 *
 * @param part what it is in the sample for; decides how much data it has
 * @param aside what its texts and values say besides; a neighbour may well write of another tenant
 */
record SampleTenant(String id, String slug, int generation, Part part, String aside) {

    enum Part {
        /** Closed, with most of the data. */
        LARGE,
        /** Closed, with little data. */
        SMALL,
        /** Open, with an id that is easily taken for the large one's. */
        NEIGHBOUR,
        /** Open; every probe must be able to see it. */
        CONTROL
    }

    boolean closed() {
        return part == Part.LARGE || part == Part.SMALL;
    }

    /** Stands in everything personal, so that a search for {@value SampleTenants#MARKER} finds what leaked. */
    String marker() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return SampleTenants.MARKER + "mk-" + HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** What all its Redis keys start with. */
    String keyPrefix() {
        return "t:" + percentEncoded() + ":g" + generation + ":";
    }

    /** What all its objects' keys start with. */
    String objectPrefix() {
        return "tenants/" + percentEncoded() + "/g" + generation + "/";
    }

    String percentEncoded() {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : id.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (octet & 0xFF);
            if (character < 0x80 && (Character.isLetterOrDigit(character) || "._~-".indexOf(character) >= 0)) {
                encoded.append(character);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return encoded.toString();
    }
}
