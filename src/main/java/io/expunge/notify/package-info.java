/**
 * Who is told of what: the owner named in the catalog, once, when a job is left to a person or its looks can't tell; who asked for
 * an erasure, when it is verified. What is to be told stands in an outbox, written with the state that it tells of, and is
 * told afterwards over every channel that is set up. A channel that fails never fails a run.
 *
 * <p>Owns {@code notification}. Tells ids of jobs and resources, states and codes, and nothing of a tenant's (I7).
 */
@NullMarked
package io.expunge.notify;

import org.jspecify.annotations.NullMarked;
