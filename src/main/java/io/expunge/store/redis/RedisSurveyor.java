package io.expunge.store.redis;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.store.Scope;
import io.expunge.store.Surveyor;
import io.expunge.store.Target;
import io.expunge.store.Uncatalogued;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Counts keys and finds those that no pattern of the catalog names. One walk per question; memory grows with neither the
 * keys nor the tenants found. The login needs what the probe's does.
 */
final class RedisSurveyor implements Surveyor {

    private static final byte[] EVERYTHING = Glob.beginningWith(new byte[0]);
    private static final Duration QUESTION = Duration.ofSeconds(10);
    private static final Duration WALK = Duration.ofMinutes(10);

    private final StoreDeclaration store;
    private final RedisLink link;
    private final Clock clock;

    RedisSurveyor(StoreDeclaration store, RedisLink link, Clock clock) {
        this.store = store;
        this.link = link;
        this.clock = clock;
    }

    /**
     * The run id, which is a server process's: Redis has no identity that outlives a restart (the replication id changes
     * too). A catalog that pins it asks a person to confirm each restart; one that doesn't relies on the control tenant to
     * show that the place is right.
     */
    @Override
    public String identity() {
        try (RedisSession session = link.open(Deadline.in(QUESTION))) {
            return session.info().history().runId();
        } catch (RedisFault fault) {
            throw fault.toException(store.name());
        }
    }

    /** Counts keys without a generation too: they are the target's, and no erasure by name will take them. */
    @Override
    public Map<String, Long> count(Scope scope, List<Target> targets) {
        try {
            KeyTemplate template = KeyTemplate.of(scope.resource())
                    .orElseThrow(() -> new RedisFault(FaultKind.CONFIGURATION, "PATTERN"));
            TargetIndex index = new TargetIndex(template, targets);
            if (!index.unfit().isEmpty()) {
                throw new RedisFault(FaultKind.CONFIGURATION, "DELIMITER");
            }
            return count(index, targets);
        } catch (RedisFault fault) {
            throw fault.toException(store.name());
        }
    }

    private Map<String, Long> count(TargetIndex index, List<Target> targets) {
        Map<String, Long> counts = new HashMap<>();
        targets.forEach(target -> counts.put(target.taskId(), 0L));
        DistinctKeys distinct = new DistinctKeys();
        try (RedisSession session = link.open(Deadline.in(WALK))) {
            requireWhole(session.info());
            session.walk(
                    index.glob(),
                    key -> owner(index, key)
                            .filter(owner -> distinct.isNew(link.database(), key))
                            .ifPresent(owner -> counts.merge(owner.taskId(), 1L, Long::sum)));
        }
        return counts;
    }

    private static Optional<Target> owner(TargetIndex index, byte[] key) {
        KeyReading reading = index.read(key);
        if (reading instanceof KeyReading.OfGeneration generation) {
            return index.ownerOf(generation);
        }
        return reading instanceof KeyReading.WithoutGeneration whole ? index.ownerOf(whole) : Optional.empty();
    }

    /** Names key spaces, one per logical database in which there are keys that nothing accounts for, never a key. */
    @Override
    public List<Uncatalogued> drift(Catalog catalog) {
        KnownKeys known = new KnownKeys(catalog, store.name(), LocalDate.now(clock));
        Deadline deadline = Deadline.in(WALK);
        List<Uncatalogued> drift = new ArrayList<>();
        try (RedisSession session = link.open(deadline)) {
            ServerInfo server = requireWhole(session.info());
            unknown(session, link.database(), known::here).ifPresent(drift::add);
            for (int database : server.databasesBut(link.database())) {
                try (RedisSession elsewhere = link.open(database, deadline)) {
                    unknown(elsewhere, database, known::elsewhere).ifPresent(drift::add);
                }
            }
            return drift;
        } catch (RedisFault fault) {
            throw fault.toException(store.name());
        }
    }

    private static Optional<Uncatalogued> unknown(RedisSession session, int database, Predicate<byte[]> known) {
        AtomicLong keys = new AtomicLong();
        session.walk(EVERYTHING, key -> {
            if (!known.test(key)) {
                keys.incrementAndGet();
            }
        });
        return keys.get() == 0
                ? Optional.empty()
                : Optional.of(new Uncatalogued("db " + database, keys + " keys that no key pattern matches"));
    }

    private static ServerInfo requireWhole(ServerInfo server) {
        if (server.clustered()) {
            throw new RedisFault(FaultKind.CONFIGURATION, "CLUSTER");
        }
        if (server.loading()) {
            throw new RedisFault(FaultKind.UNAVAILABLE, "LOADING");
        }
        return server;
    }

    @Override
    public void close() {
        link.close();
    }
}
