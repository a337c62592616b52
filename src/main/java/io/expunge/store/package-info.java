/**
 * What a store is to the jobs: three small ports, so that the verifier never shares the deleter's code or credentials.
 * {@link io.expunge.store.Surveyor} looks around, {@link io.expunge.store.Eraser} deletes slice by slice,
 * {@link io.expunge.store.Probe} asks whether anything is left.
 *
 * <p>Owns no table. Adapters live in the packages below and are seen by nobody outside; they let no text of a store's out
 * (I7): errors leave as codes.
 */
@NullMarked
package io.expunge.store;

import org.jspecify.annotations.NullMarked;
