package io.expunge.catalog;

import io.expunge.catalog.yaml.YamlMapping;

/**
 * A resource with all that the catalog says about it.
 *
 * @param root how the rows at the end of its parent chain are found: its own ownership, unless it has a parent
 * @param at where it stands
 */
record Declared(Resource resource, Ownership root, YamlMapping at) {}
