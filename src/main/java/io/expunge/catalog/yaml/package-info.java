/**
 * Strict reading of the project's YAML files: every value is asked for by key and shape, every fault is collected with
 * its file, line and column and what was expected there, and nothing is guessed. Anchors, aliases, tags, merge keys,
 * unknown and duplicate keys are refused.
 *
 * <p>Owns no table. Never makes objects from what a file says: it walks the parsed nodes.
 */
@NullMarked
package io.expunge.catalog.yaml;

import org.jspecify.annotations.NullMarked;
