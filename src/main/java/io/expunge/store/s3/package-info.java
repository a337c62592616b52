/**
 * Object storage that speaks S3: versions and delete markers under a prefix that spells tenant and generation, listed,
 * compared, and deleted by their immutable ids.
 *
 * <p>{@link io.expunge.store.s3.S3Eraser} and {@link io.expunge.store.s3.S3Surveyor} list by
 * {@link io.expunge.store.s3.VersionListing} and read keys by {@link io.expunge.store.s3.ObjectLayout};
 * {@link io.expunge.store.s3.S3Probe} lists and reads by code of its own, so that a mistake in one is seen by the other.
 *
 * <p>Owns nothing in the store. Never changes a bucket's settings, never overrides a lock, never deletes without a version
 * id, never lets a key or a text of the server's out.
 */
@NullMarked
package io.expunge.store.s3;

import org.jspecify.annotations.NullMarked;
