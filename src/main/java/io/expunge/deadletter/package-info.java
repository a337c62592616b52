/**
 * What no retry helps: it waits here for a person, and the ways out of it. A task that is blocked has an open letter; of a
 * poisoned pass, one per item.
 *
 * <p>Owns {@code dead_letter}. The item itself appears only as a hash; its locator is working data. Never writes an exception
 * itself: the database does, for the login that asks.
 */
@NullMarked
package io.expunge.deadletter;

import org.jspecify.annotations.NullMarked;
