/**
 * OpenSearch: documents of shared indices that carry tenant and generation, removed by delete by query.
 *
 * <p>Two logins, two ways to find a tenant's documents: {@link io.expunge.store.opensearch.OpenSearchEraser} asks for the
 * indices and deletes by a query; {@link io.expunge.store.opensearch.OpenSearchProbe} reads the cluster state, and counts
 * on every copy of every shard by aggregations. {@link io.expunge.store.opensearch.OpenSearchSurveyor} looks for indices
 * that nobody catalogued.
 *
 * <p>Owns nothing in the store. Never creates, closes or unblocks an index, never puts a value into an address, never lets
 * a text of the server out.
 */
@NullMarked
package io.expunge.store.opensearch;

import org.jspecify.annotations.NullMarked;
