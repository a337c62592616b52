package io.expunge.catalog;

/**
 * Which snapshot new jobs get.
 *
 * @param version counts the changes of the pointer, from 1
 */
public record CurrentCatalog(String hash, long version) {

    /** What to expect where no catalog has been current yet. */
    public static final long NONE = 0;
}
