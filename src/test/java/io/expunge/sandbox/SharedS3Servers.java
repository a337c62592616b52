package io.expunge.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The S3 servers of a test JVM, each started at first use and stopped when the JVM ends. Tests make themselves buckets and
 * leave no server stopped.
 */
public final class SharedS3Servers {
    private static final Path PARENT = Path.of("target/shared-ceph").toAbsolutePath();

    private static @Nullable LocalS3Server local;
    private static @Nullable CephServer ceph;

    private SharedS3Servers() {}

    public static synchronized S3Server local() {
        if (local == null) {
            local = LocalS3Server.start();
        }
        local.startAgain();
        return local;
    }

    /** Only where {@link CephServer#isInstalled()}. */
    public static synchronized CephServer ceph() {
        if (ceph == null) {
            removeLeftovers();
            CephServer started = CephServer.start(
                    PARENT.resolve(Long.toString(ProcessHandle.current().pid())));
            Runtime.getRuntime().addShutdownHook(new Thread(started::close, "shared-ceph"));
            ceph = started;
        }
        ceph.startAgain();
        return ceph;
    }

    /** A killed test JVM's servers end by themselves and leave their files. */
    private static void removeLeftovers() {
        try (Stream<Path> folders = Files.list(Files.createDirectories(PARENT))) {
            for (Path left : folders.toList()) {
                if (ProcessHandle.of(Long.parseLong(left.getFileName().toString()))
                        .isEmpty()) {
                    Folders.delete(left);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
