/**
 * From a catalog snapshot to sealed tasks, from tasks to the partitions of a run, and what a plan needs the approval of a second
 * person for.
 *
 * <p>Owns {@code run_partition}, which is written once per run and never changed, and {@code approval_request} and
 * {@code approval}, which are append-only. Sealing asks no store: a plan can be sealed while every store is down. Counting asks
 * them, and touches nothing.
 */
@NullMarked
package io.expunge.plan;

import org.jspecify.annotations.NullMarked;
