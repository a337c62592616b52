/**
 * The verification batch job and its settings: looks whether anything is left, and decides by what was seen.
 *
 * <p>Never deletes anything from a store, and doesn't know {@code io.expunge.erasure}.
 */
@NullMarked
package io.expunge.verification;

import org.jspecify.annotations.NullMarked;
