package io.expunge.sandbox;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.LoggerFactory;

/**
 * All servers together, with roles, databases, buckets and the empty tables of the sample application: what a test, or
 * the supervisor behind {@code scripts/sandbox}, starts. {@link Seed} fills it.
 */
public final class Sandbox implements AutoCloseable {
    private final PostgresServer postgres;
    private final S3Server objects;
    private final OpenSearchServer search;
    private final RedisServer redis;
    private final Map<String, Login> logins;

    private Sandbox(
            PostgresServer postgres,
            S3Server objects,
            OpenSearchServer search,
            RedisServer redis,
            Map<String, Login> logins) {
        this.postgres = postgres;
        this.objects = objects;
        this.search = search;
        this.redis = redis;
        this.logins = Map.copyOf(logins);
    }

    /** With the object store that needs nothing installed. */
    public static Sandbox start(Path directory) {
        return start(directory, ObjectStore.LOCAL);
    }

    /** Starts the servers side by side below this directory; returns when all answer and are set up. */
    public static Sandbox start(Path directory, ObjectStore store) {
        // Whoever asks for a logger while another thread sets logging up is given a stand-in.
        LoggerFactory.getILoggerFactory();
        CompletableFuture<PostgresServer> postgres =
                CompletableFuture.supplyAsync(() -> PostgresServer.start(directory.resolve("postgres")));
        CompletableFuture<S3Server> objects = CompletableFuture.supplyAsync(() -> store.start(directory.resolve("s3")));
        CompletableFuture<OpenSearchServer> search =
                CompletableFuture.supplyAsync(() -> OpenSearchServer.start(directory.resolve("opensearch")));
        CompletableFuture<RedisServer> redis =
                CompletableFuture.supplyAsync(() -> RedisServer.start(directory.resolve("redis")));
        try {
            return new Sandbox(
                    postgres.join(),
                    objects.join(),
                    search.join(),
                    redis.join(),
                    SandboxDatabases.create(postgres.join()));
        } catch (CompletionException | SQLException failure) {
            List.of(postgres, objects, search, redis).forEach(Sandbox::closeWhenStarted);
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

    public S3Server objects() {
        return objects;
    }

    public OpenSearchServer search() {
        return search;
    }

    public RedisServer redis() {
        return redis;
    }

    /** All servers by the names under which people stop and start them. */
    public SortedMap<String, SandboxServer> servers() {
        return new TreeMap<>(Map.of("postgres", postgres, "s3", objects, "opensearch", search, "redis", redis));
    }

    /** Where the sample application keeps its data. */
    public SaasStores stores() {
        return new SaasStores(
                postgres.url(SandboxDatabases.SAAS),
                postgres.superuser(),
                redis.url(),
                SaasStores.Objects.of(objects),
                search.url());
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
        servers().values().forEach(SandboxServer::close);
    }
}
