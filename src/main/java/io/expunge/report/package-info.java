/**
 * What people and programs read: where deletion jobs stand, what keeps them, what was seen, how executions ended, and what to
 * type next.
 *
 * <p>Owns no table and writes none. Deletion jobs and evidence are read through the views for people alone, so that it works
 * with the login of compliance staff; nothing of a tenant's but its keyed reference is in them (I7).
 */
@NullMarked
package io.expunge.report;

import org.jspecify.annotations.NullMarked;
