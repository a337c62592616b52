/**
 * The declared inventory: which stores exist, which resources in them hold tenants' data, how a tenant is found there
 * and what is to happen with it. Read strictly from YAML, kept as hashed snapshots so that a deletion job stays on the
 * catalog under which it was submitted.
 *
 * <p>Owns {@code catalog_snapshot} and {@code catalog_current}. Never asks a store anything.
 */
@NullMarked
package io.expunge.catalog;

import org.jspecify.annotations.NullMarked;
