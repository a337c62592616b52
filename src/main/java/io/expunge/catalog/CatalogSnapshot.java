package io.expunge.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A catalog as it was on the day a job was submitted. Equal catalogs have equal snapshots, whatever their files looked like.
 *
 * @param hash {@code sha256:} and the hex digest of the content's UTF-8 bytes
 * @param policyVersion the catalog's, to be shown without reading the content
 * @param content canonical JSON; names the catalog's protected tenants, so it is no evidence and leaves the control
 *     database in no report
 */
public record CatalogSnapshot(String hash, String policyVersion, String content) {

    /** @throws IllegalArgumentException if the hash is not the content's: then somebody has changed one of them */
    public CatalogSnapshot {
        if (!hash.equals(hashOf(content))) {
            throw new IllegalArgumentException(
                    "the catalog snapshot " + hash + " is not what it was when it was stored");
        }
    }

    public static CatalogSnapshot of(Catalog catalog) {
        String content = CatalogJson.write(catalog);
        return new CatalogSnapshot(hashOf(content), catalog.policyVersion(), content);
    }

    /**
     * The catalog that was taken.
     *
     * @throws IllegalArgumentException if a later version of the product wrote it in a format that this one can't read
     */
    public Catalog catalog() {
        return CatalogFromJson.read(content);
    }

    @Override
    public String toString() {
        return "CatalogSnapshot[" + hash + "]";
    }

    private static String hashOf(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
