/**
 * How the stores fare: which are out, shared by every process, so that nobody waits for what another knows not to answer; and how much this process may send them.
 *
 * <p>Owns {@code store_health}. Never erases and never looks for tenants' data: all it asks a store is who it is.
 */
@NullMarked
package io.expunge.health;

import org.jspecify.annotations.NullMarked;
