/**
 * The daemon: a clustered scheduler that fires the nightly work, and the health of the process over HTTP. What a fire does is
 * handed in; who fires it is decided between the nodes in the control database.
 *
 * <p>Owns the tables {@code qrtz_*}. Never opens a store and never erases or looks by itself.
 */
@NullMarked
package io.expunge.serve;

import org.jspecify.annotations.NullMarked;
