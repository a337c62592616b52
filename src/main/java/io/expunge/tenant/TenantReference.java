package io.expunge.tenant;

import java.util.regex.Pattern;

/**
 * What stands for a tenant in everything that is kept: HMAC-SHA-256 of the id's UTF-8 bytes under a named key. Whoever has
 * the key and the id can find it; nobody can read the id from it.
 *
 * @param keyName the key's name, never the key
 * @param value 64 lower-case hexadecimal digits
 */
public record TenantReference(String keyName, String value) {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    public TenantReference {
        if (!DIGEST.matcher(value).matches()) {
            throw new IllegalArgumentException("a tenant reference is 64 lower-case hexadecimal digits");
        }
    }
}
