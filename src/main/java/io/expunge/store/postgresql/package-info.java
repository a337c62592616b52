/**
 * PostgreSQL: shared tables by tenant column or foreign-key path, primary-key windows, the registry row locked in the deleting transaction.
 *
 * <p>Owns no table of the product's. Lets no text of the store's out.
 */
@NullMarked
package io.expunge.store.postgresql;

import org.jspecify.annotations.NullMarked;
