package io.expunge.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** How a tenant's items are found in a resource. */
public sealed interface Ownership {

    /** What holds the items, as the catalog names it: a table, an index, a pattern of names. */
    String container();

    /**
     * Rows of a shared table that carry the tenant themselves.
     *
     * @param table schema-qualified name
     * @param key single-column primary key; windows run along it
     * @param column holds the tenant's id
     * @param generationColumn holds the tenant's generation, where the table has one
     */
    record TenantColumn(String table, String key, String column, Optional<String> generationColumn)
            implements Ownership {
        @Override
        public String container() {
            return table;
        }
    }

    /**
     * Rows of a table without a tenant column that belong to whoever owns the row they point to.
     *
     * @param table schema-qualified name
     * @param key single-column primary key; windows run along it
     * @param foreignKey the column that points to the parent's key
     * @param parent id of the parent resource, in the same store
     */
    record ParentRow(String table, String key, String foreignKey, String parent) implements Ownership {
        @Override
        public String container() {
            return table;
        }
    }

    /**
     * Documents of a shared search index that carry the tenant themselves.
     *
     * @param index name of an index, an alias or a data stream
     * @param field holds the tenant's id, as a keyword
     * @param generationField holds the tenant's generation as a whole number, where the documents have one
     */
    record DocumentField(String index, String field, Optional<String> generationField) implements Ownership {
        @Override
        public String container() {
            return index;
        }
    }

    /** Items whose names say whose they are: keys of a key space, objects of a bucket. */
    sealed interface Named extends Ownership {

        /** Literals, <code>{tenant}</code> once, at most one <code>{generation}</code> after it. */
        String pattern();

        /** What the catalog calls the pattern. */
        String word();

        /** Whether names carry their generation. */
        boolean hasGeneration();

        /** The character that ends the id in a name. */
        String delimiter();

        @Override
        default String container() {
            return pattern();
        }
    }

    /**
     * Keys of a key space.
     *
     * @param pattern such as <code>t:{tenant}:g{generation}:*</code>: literals, <code>{tenant}</code> once, at most one
     *     <code>{generation}</code> after it, behind each a literal that begins with a delimiter, a delimiter before the
     *     closing {@code *} (I12: a prefix that doesn't end is a prefix of other tenants' too)
     */
    record KeyPattern(String pattern) implements Named {

        /** @throws IllegalArgumentException saying what is wrong */
        public KeyPattern {
            NameParts.ofKeyPattern(pattern);
        }

        @Override
        public String word() {
            return "key pattern";
        }

        @Override
        public boolean hasGeneration() {
            return NameParts.ofKeyPattern(pattern).afterGeneration().isPresent();
        }

        @Override
        public String delimiter() {
            return NameParts.ofKeyPattern(pattern).delimiter();
        }
    }

    /**
     * Objects of a bucket.
     *
     * @param pattern such as <code>tenants/{tenant}/g{generation}/</code>: as a {@link KeyPattern}, but without the closing
     *     {@code *}: every object whose key begins so is meant
     */
    record ObjectPrefix(String pattern) implements Named {

        /** In bytes of UTF-8, as S3 counts. */
        private static final int LONGEST_OBJECT_KEY = 1024;

        /** @throws IllegalArgumentException saying what is wrong */
        public ObjectPrefix {
            NameParts.ofPrefix(pattern);
        }

        @Override
        public String word() {
            return "prefix";
        }

        @Override
        public boolean hasGeneration() {
            return NameParts.ofPrefix(pattern).afterGeneration().isPresent();
        }

        @Override
        public String delimiter() {
            return NameParts.ofPrefix(pattern).delimiter();
        }

        /** Whether an object's key can hold this id: the application must have shortened it otherwise. */
        boolean leavesRoomFor(String storedId) {
            String longest =
                    pattern.replace("{tenant}", storedId).replace("{generation}", String.valueOf(Integer.MAX_VALUE));
            return longest.getBytes(StandardCharsets.UTF_8).length <= LONGEST_OBJECT_KEY;
        }
    }
}
