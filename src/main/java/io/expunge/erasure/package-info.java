/**
 * The erasure batch job and its settings: claims due deletion jobs and erases them wave by wave, slice by slice.
 *
 * <p>Never decides that something is gone; that is {@code io.expunge.verification}'s, which it doesn't know.
 */
@NullMarked
package io.expunge.erasure;

import org.jspecify.annotations.NullMarked;
