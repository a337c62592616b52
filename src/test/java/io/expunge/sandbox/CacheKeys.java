package io.expunge.sandbox;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Writes the sample tenants' Redis keys, of all plain types, some with a time to live. Same seed, same keys. */
final class CacheKeys {
    private static final Duration LONG_ENOUGH = Duration.ofDays(30);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BATCH = 1_000;

    private final RedisAsyncCommands<byte[], byte[]> redis;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final List<RedisFuture<?>> sent = new ArrayList<>();
    private final long seed;

    CacheKeys(StatefulRedisConnection<byte[], byte[]> connection, long seed) {
        this.connection = connection;
        this.redis = connection.async();
        this.seed = seed;
    }

    /** Replaces whatever the server holds. */
    void write(List<SampleTenant> tenants, SeedSize size) {
        connection.setAutoFlushCommands(false);
        try {
            sent.add(redis.flushall());
            for (SampleTenant tenant : tenants) {
                RandomGenerator random =
                        new SplittableRandom(seed * 1_000_003 + tenant.id().hashCode());
                write(tenant, size.keys(tenant.part()), random);
            }
            await();
        } finally {
            connection.setAutoFlushCommands(true);
        }
    }

    private void write(SampleTenant tenant, int keys, RandomGenerator random) {
        Phrases say = new Phrases(tenant, random);
        // A name that is no UTF-8, as a library that hashes its keys writes it.
        byte[] odd = bytes(tenant.keyPrefix() + "digest:  ");
        odd[odd.length - 2] = (byte) 0xFF;
        odd[odd.length - 1] = (byte) 0xC3;
        sent.add(redis.set(odd, bytes(say.email(0))));
        for (int number = 1; number < keys; number++) {
            write(tenant, number, say);
            if (sent.size() >= BATCH) {
                await();
            }
        }
    }

    private void write(SampleTenant tenant, int number, Phrases say) {
        String prefix = tenant.keyPrefix();
        String about = tenant.aside();
        byte[] key;
        switch (number % 6) {
            case 0 -> {
                key = bytes(prefix + "session:" + number);
                sent.add(redis.set(key, bytes(say.email(number) + " " + about)));
            }
            case 1 -> {
                key = bytes(prefix + "profile:" + number);
                sent.add(redis.hset(
                        key,
                        Map.of(
                                bytes("name"), bytes(say.fullName()),
                                bytes("email"), bytes(say.email(number)),
                                bytes(about), bytes(about))));
            }
            case 2 -> {
                key = bytes(prefix + "recent:" + number);
                sent.add(redis.rpush(key, bytes(say.trouble()), bytes(about), bytes(say.trouble())));
            }
            case 3 -> {
                key = bytes(prefix + "watchers:" + number);
                sent.add(redis.sadd(key, bytes(say.email(number)), bytes(about), bytes(say.fullName())));
            }
            case 4 -> {
                key = bytes(prefix + "score:" + number);
                sent.add(redis.zadd(key, number, bytes(say.fullName())));
                sent.add(redis.zadd(key, number / 2.0, bytes(about)));
            }
            default -> {
                // Names the other tenant's key in the middle of its own.
                key = bytes(prefix + "page:t:" + about + ":g1:" + number);
                sent.add(redis.set(key, bytes("<p>" + say.answer() + "</p>")));
            }
        }
        if (number % 4 == 0) {
            sent.add(redis.expire(key, LONG_ENOUGH));
        }
    }

    private void await() {
        connection.flushCommands();
        if (!LettuceFutures.awaitAll(PATIENCE, sent.toArray(RedisFuture[]::new))) {
            throw new IllegalStateException("Redis did not take the keys within " + PATIENCE);
        }
        sent.clear();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
