package io.expunge.catalog;

import io.expunge.catalog.yaml.Place;
import io.expunge.catalog.yaml.YamlMapping;
import java.util.Optional;

/** The kinds of layout, and which kind of store has which. */
enum Layout {
    ROWS("a table", "a table with column, or with foreign-key and parent"),
    OBJECTS("a prefix", "a prefix"),
    DOCUMENTS("an index", "an index with field"),
    KEYS("a key pattern", "a key-pattern");

    private final String words;
    private final String expected;

    Layout(String words, String expected) {
        this.words = words;
        this.expected = expected;
    }

    static Layout of(Ownership ownership) {
        if (ownership instanceof Ownership.KeyPattern) {
            return KEYS;
        }
        if (ownership instanceof Ownership.ObjectPrefix) {
            return OBJECTS;
        }
        return ownership instanceof Ownership.DocumentField ? DOCUMENTS : ROWS;
    }

    /** What such a store holds; empty for the types that this version doesn't know to work on. */
    static Optional<Layout> in(ResourceType type) {
        return switch (type) {
            case POSTGRESQL -> Optional.of(ROWS);
            case S3 -> Optional.of(OBJECTS);
            case OPENSEARCH -> Optional.of(DOCUMENTS);
            case REDIS -> Optional.of(KEYS);
            case FILE, BACKUP, ATTESTED -> Optional.empty();
        };
    }

    String words() {
        return words;
    }

    String expected() {
        return expected;
    }

    /** Where a resource's entry names what holds the items. */
    Place place(YamlMapping resource) {
        return switch (this) {
            case ROWS -> resource.place("table");
            case OBJECTS -> resource.place("owned-by", "prefix");
            case DOCUMENTS -> resource.place("index");
            case KEYS -> resource.place("owned-by", "key-pattern");
        };
    }
}
