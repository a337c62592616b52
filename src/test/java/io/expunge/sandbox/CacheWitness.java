package io.expunge.sandbox;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Reads every key of database 0 with type, value and whether it expires. */
final class CacheWitness {
    private static final long PAGE = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final byte[] LASTING = {0};
    private static final byte[] EXPIRING = {1};

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> redis;

    CacheWitness(StatefulRedisConnection<byte[], byte[]> connection) {
        this.connection = connection;
        this.redis = connection.async();
    }

    void read(Tallies tallies) {
        // SCAN may return a key twice.
        Set<ByteBuffer> seen = new HashSet<>();
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            KeyScanCursor<byte[]> page = connection.sync().scan(cursor, ScanArgs.Builder.limit(PAGE));
            List<byte[]> keys = page.getKeys().stream()
                    .filter(key -> owner(key).isPresent())
                    .filter(key -> seen.add(ByteBuffer.wrap(key)))
                    .toList();
            read(keys, tallies);
            cursor = page;
        } while (!cursor.isFinished());
    }

    private void read(List<byte[]> keys, Tallies tallies) {
        List<CompletableFuture<List<byte[]>>> values =
                keys.stream().map(key -> value(key).toCompletableFuture()).toList();
        for (int index = 0; index < keys.size(); index++) {
            byte[] key = keys.get(index);
            List<byte[]> parts = new ArrayList<>(List.of(key));
            parts.addAll(values.get(index)
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join());
            owner(key).ifPresent(tenant -> tallies.of(tenant).key(parts));
        }
    }

    private CompletionStage<List<byte[]>> value(byte[] key) {
        return redis.pttl(key)
                .thenCombine(
                        redis.type(key),
                        (timeToLive, type) ->
                                List.of(timeToLive < 0 ? LASTING : EXPIRING, type.getBytes(StandardCharsets.UTF_8)))
                .thenCompose(head -> value(key, new String(head.get(1), StandardCharsets.UTF_8))
                        .thenApply(tail -> {
                            List<byte[]> parts = new ArrayList<>(head);
                            parts.addAll(tail);
                            return parts;
                        }));
    }

    private CompletionStage<List<byte[]>> value(byte[] key, String type) {
        return switch (type) {
            case "string" -> redis.get(key).thenApply(List::of);
            case "list" -> redis.lrange(key, 0, -1);
            case "set" -> redis.smembers(key).thenApply(CacheWitness::sorted);
            case "hash" -> redis.hgetall(key).thenApply(CacheWitness::sortedByField);
            case "zset" -> redis.zrangeWithScores(key, 0, -1).thenApply(CacheWitness::flattened);
            // Others have no value that is read the same way twice, but their own image serves.
            default -> redis.dump(key).thenApply(List::of);
        };
    }

    private static List<byte[]> sorted(Collection<byte[]> members) {
        return members.stream().sorted(Arrays::compare).toList();
    }

    private static List<byte[]> sortedByField(Map<byte[], byte[]> fields) {
        return fields.entrySet().stream()
                .sorted((one, other) -> Arrays.compare(one.getKey(), other.getKey()))
                .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
                .toList();
    }

    /** Redis orders by score, then by member. */
    private static List<byte[]> flattened(List<ScoredValue<byte[]>> members) {
        List<byte[]> flat = new ArrayList<>();
        for (ScoredValue<byte[]> member : members) {
            flat.add(member.getValue());
            flat.add(Double.toString(member.getScore()).getBytes(StandardCharsets.US_ASCII));
        }
        return flat;
    }

    /** The tenant in <code>t:{tenant}:…</code>; none for a key that is nobody's. */
    private static Optional<String> owner(byte[] key) {
        if (key.length < 3 || key[0] != 't' || key[1] != ':') {
            return Optional.empty();
        }
        ByteArrayOutputStream tenant = new ByteArrayOutputStream();
        for (int index = 2; index < key.length; index++) {
            if (key[index] == ':') {
                return Optional.of(tenant.toString(StandardCharsets.UTF_8));
            }
            if (key[index] == '%' && index + 2 < key.length) {
                int high = Character.digit(key[index + 1], 16);
                int low = Character.digit(key[index + 2], 16);
                tenant.write(high * 16 + low);
                index += 2;
            } else {
                tenant.write(key[index]);
            }
        }
        return Optional.empty();
    }
}
