/**
 * What was seen, by whom and when, so that it can't be bent afterwards: every row carries a hash that covers the row before it
 * of the same task, and a run's rows are sealed under one Merkle root that covers the seal before it.
 *
 * <p>Owns {@code verification_run}, {@code evidence}, {@code drift_check} and {@code evidence_seal}, all append-only. Never
 * holds anything of a tenant's but its keyed reference.
 */
@NullMarked
package io.expunge.evidence;

import org.jspecify.annotations.NullMarked;
