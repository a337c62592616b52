package io.expunge.sandbox;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * All servers together, with roles, databases and the empty tables of the sample application: what a test, or the
 * supervisor behind {@code scripts/sandbox}, starts. {@link Seed} fills it.
 */
public final class Sandbox implements AutoCloseable {
    private final PostgresServer postgres;
    private final RedisServer redis;
    private final Map<String, Login> logins;

    private Sandbox(PostgresServer postgres, RedisServer redis, Map<String, Login> logins) {
        this.postgres = postgres;
        this.redis = redis;
        this.logins = Map.copyOf(logins);
    }

    /** Starts the servers side by side below this directory; returns when all answer and are set up. */
    public static Sandbox start(Path directory) {
        CompletableFuture<PostgresServer> postgres =
                CompletableFuture.supplyAsync(() -> PostgresServer.start(directory.resolve("postgres")));
        CompletableFuture<RedisServer> redis =
                CompletableFuture.supplyAsync(() -> RedisServer.start(directory.resolve("redis")));
        try {
            return new Sandbox(postgres.join(), redis.join(), SandboxDatabases.create(postgres.join()));
        } catch (CompletionException | SQLException failure) {
            closeWhenStarted(postgres);
            closeWhenStarted(redis);
            throw new IllegalStateException("the sandbox did not start", failure);
        }
    }

    private static void closeWhenStarted(CompletableFuture<? extends AutoCloseable> server) {
        try (AutoCloseable started = server.join()) {
            Objects.requireNonNull(started);
        } catch (Exception neverStarted) {
            // The failure that brought us here says more.
        }
    }

    public PostgresServer postgres() {
        return postgres;
    }

    public RedisServer redis() {
        return redis;
    }

    /**
     * The PostgreSQL login of a role, such as {@code expunge_owner} or {@code saas_eraser}.
     *
     * @throws IllegalArgumentException if the sandbox has no such role
     */
    public Login login(String role) {
        Login login = logins.get(role);
        if (login == null) {
            throw new IllegalArgumentException("no role " + role);
        }
        return login;
    }

    @Override
    public void close() {
        redis.close();
        postgres.close();
    }
}
