package io.expunge.store.redis;

import io.expunge.store.StoreAccess;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.net.URI;
import java.time.Duration;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The way to one server under one login. Connects when first asked for a session, and again after a session failed: a
 * connection never mends itself, because a client that reconnects sends again what was still queued, and an UNLINK must
 * not run later than it was meant to (Lettuce's documentation, "Command execution reliability").
 */
final class RedisLink implements AutoCloseable {

    private static final Set<String> SCHEMES = Set.of("redis", "rediss");
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int THREADS = 2;

    private final RedisURI uri;
    private final Deque<RedisSession> idle = new ConcurrentLinkedDeque<>();
    private @Nullable ClientResources resources;
    private @Nullable RedisClient client;
    private boolean closed;

    /**
     * @param clientName what {@code CLIENT LIST} shows
     * @throws IllegalArgumentException if the address can't be used; the message doesn't repeat it
     */
    RedisLink(String store, StoreAccess access, String clientName) {
        this.uri = address(store, access);
        uri.setClientName(clientName);
        uri.setTimeout(CONNECT);
        if (!access.user().isEmpty()) {
            uri.setAuthentication(access.user(), access.password().toCharArray());
        } else if (!access.password().isEmpty()) {
            uri.setAuthentication(access.password().toCharArray());
        }
    }

    private static RedisURI address(String store, StoreAccess access) {
        try {
            URI address = URI.create(access.url());
            if (address.getUserInfo() == null && SCHEMES.contains(String.valueOf(address.getScheme()))) {
                return RedisURI.create(address);
            }
        } catch (IllegalArgumentException unreadable) {
            // Its message repeats the address, which may hold a password.
        }
        throw new IllegalArgumentException("store " + store
                + ": expected redis://host:port/database or rediss://host:port/database, the login apart from it");
    }

    /** The database that the address names. */
    int database() {
        return uri.getDatabase();
    }

    /** A session on the database of the address; closing it keeps it for the next caller unless it failed. */
    RedisSession open(Deadline deadline) {
        for (RedisSession waiting = idle.poll(); waiting != null; waiting = idle.poll()) {
            if (waiting.isUsable()) {
                waiting.lend(deadline);
                return waiting;
            }
            waiting.discard();
        }
        return connect(uri, deadline, true);
    }

    /** A session on another database of the same server. */
    RedisSession open(int database, Deadline deadline) {
        RedisURI elsewhere = RedisURI.builder(uri).withDatabase(database).build();
        return connect(elsewhere, deadline, false);
    }

    private RedisSession connect(RedisURI where, Deadline deadline, boolean keep) {
        RedisSession session =
                new RedisSession(connection(client(), where), keep ? this::takeBack : RedisSession::discard);
        session.lend(deadline);
        return session;
    }

    private static StatefulRedisConnection<byte[], byte[]> connection(RedisClient client, RedisURI where) {
        try {
            return client.connect(ByteArrayCodec.INSTANCE, where);
        } catch (RuntimeException failure) {
            throw RedisFault.reading(failure);
        }
    }

    private void takeBack(RedisSession session) {
        if (!session.isUsable() || !keep(session)) {
            session.discard();
        }
    }

    private synchronized boolean keep(RedisSession session) {
        if (!closed) {
            idle.push(session);
        }
        return !closed;
    }

    private synchronized RedisClient client() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        if (client == null) {
            resources = DefaultClientResources.builder()
                    .ioThreadPoolSize(THREADS)
                    .computationThreadPoolSize(THREADS)
                    .build();
            client = RedisClient.create(resources);
            client.setOptions(ClientOptions.builder()
                    .autoReconnect(false)
                    .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                    // RESP3 would need HELLO, which a login made for one purpose may lack.
                    .protocolVersion(ProtocolVersion.RESP2)
                    .socketOptions(SocketOptions.builder()
                            .connectTimeout(CONNECT)
                            .keepAlive(true)
                            .build())
                    .timeoutOptions(
                            TimeoutOptions.builder().timeoutCommands(false).build())
                    .build());
        }
        return client;
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.clear();
        if (client != null) {
            client.shutdown(0, 2, TimeUnit.SECONDS);
        }
        if (resources != null) {
            resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
        }
    }
}
