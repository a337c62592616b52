/**
 * What people have ordered: legal holds and pauses. They bind every process within one slice (I11).
 *
 * <p>Owns {@code legal_hold} and {@code pause}. Never touches a store.
 */
@NullMarked
package io.expunge.policy;

import org.jspecify.annotations.NullMarked;
