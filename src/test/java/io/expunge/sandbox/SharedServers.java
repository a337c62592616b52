package io.expunge.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox per test JVM, started at first use and stopped when the JVM ends.
 *
 * <p>Tests share it: each makes itself a database, empties Redis or {@link Seed seeds} before use, and leaves no server
 * stopped for long; {@link #sandbox()} starts a stopped one again.
 */
public final class SharedServers {
    private static final Path PARENT = Path.of("target/shared-servers").toAbsolutePath();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static @Nullable Sandbox sandbox;

    private SharedServers() {}

    /** All servers, running, with roles and the sample schema. */
    public static synchronized Sandbox sandbox() {
        if (sandbox == null) {
            removeLeftovers();
            Path folder = PARENT.resolve(Long.toString(ProcessHandle.current().pid()));
            Folders.delete(folder);
            Sandbox started = Sandbox.start(folder);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(started, folder), "shared-servers"));
            sandbox = started;
        }
        sandbox.servers().values().forEach(SandboxServer::startAgain);
        return sandbox;
    }

    public static PostgresServer postgres() {
        return sandbox().postgres();
    }

    public static RedisServer redis() {
        return sandbox().redis();
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

    /** What a test JVM that was killed has left behind. */
    private static void removeLeftovers() {
        try (Stream<Path> folders = Files.list(Files.createDirectories(PARENT))) {
            for (Path left : folders.toList()) {
                if (ProcessHandle.of(Long.parseLong(left.getFileName().toString()))
                        .isEmpty()) {
                    OwnProcesses.endServersIn(left);
                    Folders.delete(left);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void close(Sandbox started, Path folder) {
        started.close();
        Folders.delete(folder);
    }
}
