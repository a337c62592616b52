package io.expunge.store.opensearch;

/**
 * A copy of a shard that a search can be sent to.
 *
 * @param node id of the node that holds it
 */
record ShardCopy(int shard, boolean primary, String node) {}
