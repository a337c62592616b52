/**
 * Ways to make what the product stands on fail: stores that break before, in the middle of and behind their effect, a control
 * database whose statements and commits get lost, and a proxy that does to connections what networks do.
 */
@NullMarked
package io.expunge.faults;

import org.jspecify.annotations.NullMarked;
