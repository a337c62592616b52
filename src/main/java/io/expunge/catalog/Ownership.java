package io.expunge.catalog;

import java.util.Optional;

/** How a tenant's items are found in a resource. */
public sealed interface Ownership {

    /**
     * Rows of a shared table that carry the tenant themselves.
     *
     * @param table schema-qualified name
     * @param key single-column primary key; windows run along it
     * @param column holds the tenant's id
     * @param generationColumn holds the tenant's generation, where the table has one
     */
    record TenantColumn(String table, String key, String column, Optional<String> generationColumn)
            implements Ownership {}

    /**
     * Rows of a table without a tenant column that belong to whoever owns the row they point to.
     *
     * @param table schema-qualified name
     * @param key single-column primary key; windows run along it
     * @param foreignKey the column that points to the parent's key
     * @param parent id of the parent resource, in the same store
     */
    record ParentRow(String table, String key, String foreignKey, String parent) implements Ownership {}

    /**
     * Keys of a key space.
     *
     * @param pattern such as <code>t:{tenant}:g{generation}:*</code>: literals, <code>{tenant}</code> once, at most one
     *     <code>{generation}</code> after it, behind each a literal that begins with a delimiter, a delimiter before the
     *     closing {@code *} (I12: a prefix that doesn't end is a prefix of other tenants' too)
     */
    record KeyPattern(String pattern) implements Ownership {

        /** @throws IllegalArgumentException saying what is wrong */
        public KeyPattern {
            KeyPatternParts.of(pattern);
        }

        /** Whether keys carry their generation. */
        public boolean hasGeneration() {
            return KeyPatternParts.of(pattern).afterGeneration().isPresent();
        }

        /** The character that ends the id in a key. */
        public String delimiter() {
            return KeyPatternParts.of(pattern).delimiter();
        }
    }
}
