package io.expunge.tenant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * The keys under which tenants are referred to. The first is the current one; the others are still held so that what was
 * kept under them can be found. Immutable; never shows a key.
 *
 * <p>Whoever has a key can try ids until one fits, so the file lies outside the database and its backups. A lost key can't
 * be replaced: what was kept under it can no longer be found by id.
 */
public final class ReferenceKeys {

    private static final String HMAC = "HmacSHA256";

    private final Map<String, SecretKey> byName;
    private final List<String> names;

    /** @param byName at least one, the current first */
    ReferenceKeys(Map<String, SecretKey> byName) {
        this.names = List.copyOf(byName.keySet());
        this.byName = Map.copyOf(byName);
    }

    /**
     * Reads a file of lines {@code name=hex} with at least 32 bytes each; empty lines and lines that begin with {@code #}
     * are left out.
     *
     * @throws InvalidKeyFile if it can't be read, a line is not of that form, a name or key comes twice, or there is none
     */
    public static ReferenceKeys read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new InvalidKeyFile(
                    file.toString(), "can't be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    static ReferenceKeys parse(String file, String text) {
        return new ReferenceKeys(new KeyFile(file).parse(text));
    }

    /** The name of the key under which new references are made. */
    public String currentName() {
        return names.get(0);
    }

    /** The reference under the current key. */
    public TenantReference refer(TenantId tenant) {
        return refer(tenant, currentName());
    }

    /** The references under all keys, the current first: for looking up what may have been kept under an older one. */
    public List<TenantReference> referUnderEachKey(TenantId tenant) {
        return names.stream().map(name -> refer(tenant, name)).toList();
    }

    private TenantReference refer(TenantId tenant, String keyName) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(byName.get(keyName));
            byte[] digest = mac.doFinal(tenant.value().getBytes(StandardCharsets.UTF_8));
            return new TenantReference(keyName, HexFormat.of().formatHex(digest));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    @Override
    public String toString() {
        return "ReferenceKeys" + names;
    }
}
