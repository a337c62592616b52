package io.expunge.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server of each kind per test JVM, started at first use and stopped when the JVM ends. */
public final class SharedServers {
    private static final Path PARENT = Path.of("target/shared-servers").toAbsolutePath();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static @Nullable Path folder;
    private static @Nullable PostgresServer postgres;
    private static @Nullable RedisServer redis;

    private SharedServers() {}

    public static synchronized PostgresServer postgres() {
        if (postgres == null) {
            postgres = PostgresServer.start(folder().resolve("postgres"));
        }
        return postgres;
    }

    /** Running, also if an earlier test left it stopped. Tests share it: {@code FLUSHALL} before use. */
    public static synchronized RedisServer redis() {
        if (redis == null) {
            redis = RedisServer.start(folder().resolve("redis"));
        }
        redis.startAgain();
        return redis;
    }

    /** Creates an empty database that no other test uses, and returns its name. */
    public static String newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        try {
            postgres().execute("postgres", "CREATE DATABASE " + name);
            return name;
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot create a database for a test", failure);
        }
    }

    private static Path folder() {
        if (folder == null) {
            removeLeftovers();
            folder = PARENT.resolve(Long.toString(ProcessHandle.current().pid()));
            Folders.delete(folder);
            Runtime.getRuntime().addShutdownHook(new Thread(SharedServers::close, "shared-servers"));
        }
        return folder;
    }

    /** What a test JVM that was killed has left behind. */
    private static void removeLeftovers() {
        try (Stream<Path> folders = Files.list(Files.createDirectories(PARENT))) {
            for (Path left : folders.toList()) {
                if (ProcessHandle.of(Long.parseLong(left.getFileName().toString()))
                        .isEmpty()) {
                    OwnProcesses.serversIn(left).forEach(OwnProcesses::end);
                    Folders.delete(left);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static synchronized void close() {
        if (redis != null) {
            redis.close();
        }
        if (postgres != null) {
            postgres.close();
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }
}
