package io.expunge.store;

/**
 * Something live that the catalog doesn't name.
 *
 * @param name a table's qualified name or a key space; never an item's name
 * @param because what makes it look like tenants' data
 */
public record Uncatalogued(String name, String because) {}
