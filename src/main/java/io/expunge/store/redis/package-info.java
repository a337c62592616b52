/**
 * Redis: keys that spell tenant and generation, walked by SCAN, compared on raw bytes, removed by UNLINK.
 *
 * <p>Three logins, three ways to read a key: {@link io.expunge.store.redis.RedisEraser} and
 * {@link io.expunge.store.redis.RedisSurveyor} walk its bytes by {@link io.expunge.store.redis.KeyTemplate},
 * {@link io.expunge.store.redis.RedisProbe} has a grammar of its own, so that a mistake in one is seen by the other. One
 * server or one primary with replicas; a cluster is refused until its shards can be proved covered.
 *
 * <p>Owns nothing in the store. Never sends a command twice on its own, never lets a key or a text of the server out.
 */
@NullMarked
package io.expunge.store.redis;

import org.jspecify.annotations.NullMarked;
