package io.expunge.catalog;

/**
 * The primary or a named replica of a resource.
 *
 * @param name {@code primary}, or the replica's name
 * @param store the catalogued store that is asked
 */
public record Location(String name, String store) {

    public static final String PRIMARY = "primary";
}
