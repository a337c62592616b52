/**
 * Walks through every interleaving, to a depth, of two runners over the product's own transition SQL, with crashes, expired
 * leases, re-opening, holds and late writers in between, and asks in each state whether the invariants hold.
 */
@NullMarked
package io.expunge.faults.spine;

import org.jspecify.annotations.NullMarked;
