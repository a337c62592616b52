/**
 * Deletion jobs and their tasks: how a request becomes a job, which state may follow which, and the lease under which
 * alone a runner may write (I1, I5).
 *
 * <p>Owns {@code deletion_job} and {@code deletion_task}; reads {@code expunge_intake.deletion_request}. Never asks a store
 * anything; never moves a job without naming the state and version that it expects.
 */
@NullMarked
package io.expunge.deletion;

import org.jspecify.annotations.NullMarked;
