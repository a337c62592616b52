/**
 * Who is being erased: tenant ids as they come in, the keyed reference that stands for them in everything that is kept,
 * and the registry in which the application says which generation of a tenant lives.
 *
 * <p>Owns no table. Never writes a tenant id anywhere but into the application's own registry.
 */
@NullMarked
package io.expunge.tenant;

import org.jspecify.annotations.NullMarked;
