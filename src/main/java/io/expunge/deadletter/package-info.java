/**
 * What no retry helps: it waits here for a person.
 *
 * <p>Owns {@code dead_letter}. The item itself appears only as a hash; its locator is working data.
 */
@NullMarked
package io.expunge.deadletter;

import org.jspecify.annotations.NullMarked;
