/**
 * Real servers on loopback for the tests and for trying Expunge out, and a believable SaaS to fill them with.
 *
 * <p>Lives among the tests, so that nothing of it reaches the shipped jar. Shares no code with the product's adapters:
 * what it counts and digests is a witness against them.
 */
@NullMarked
package io.expunge.sandbox;

import org.jspecify.annotations.NullMarked;
