/**
 * Starting, restarting and recovering Spring Batch executions: at most one runner per job instance, and a runner that died
 * is found by its lock being free, not by a guess.
 *
 * <p>Owns Spring Batch's tables. Knows nothing of deletion jobs; who works on those is decided by their leases.
 */
@NullMarked
package io.expunge.execution;

import org.jspecify.annotations.NullMarked;
