/**
 * Redis: key patterns, escaped for the server and compared again byte by byte on our side, one pass for many tenants.
 *
 * <p>Owns no table of the product's. Lets no text of the store's out.
 */
@NullMarked
package io.expunge.store.redis;

import org.jspecify.annotations.NullMarked;
