/**
 * From a catalog snapshot to sealed tasks, and from tasks to the partitions of a run.
 *
 * <p>Owns {@code run_partition}, which is written once per run and never changed. Never asks a store: a plan can be sealed
 * while every store is down.
 */
@NullMarked
package io.expunge.plan;

import org.jspecify.annotations.NullMarked;
