/**
 * What people have ordered: legal holds and pauses, which bind every process within one slice (I11), and exceptions, under
 * which something may stay for a time (I3).
 *
 * <p>Owns {@code legal_hold}, {@code pause} and {@code policy_exception}. Never touches a store.
 */
@NullMarked
package io.expunge.policy;

import org.jspecify.annotations.NullMarked;
