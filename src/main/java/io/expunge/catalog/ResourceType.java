package io.expunge.catalog;

import java.util.Locale;

/** The kind of store that a resource lives in. */
public enum ResourceType {
    POSTGRESQL,
    S3,
    OPENSEARCH,
    REDIS,
    FILE,
    BACKUP,
    ATTESTED;

    /** As written in the catalog, in partition names and in evidence. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** In a sentence: {@code a redis}, {@code an s3}. */
    String withArticle() {
        return switch (this) {
            case S3, OPENSEARCH, ATTESTED -> "an " + label();
            default -> "a " + label();
        };
    }
}
