package io.expunge.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import redis.embedded.core.ExecutableProvider;

/** Where the servers' programs are unpacked, once for all servers of a checkout. */
final class ServerBinaries {

    /** Overrides the folder, for whoever does not start in the checkout. */
    static final String PROPERTY = "expunge.sandbox.binaries";

    private ServerBinaries() {}

    static Path folder() throws IOException {
        Path folder =
                Path.of(System.getProperty(PROPERTY, "target/server-binaries")).toAbsolutePath();
        return Files.createDirectories(folder);
    }

    /** Unpacks aside and moves into place: a program that runs elsewhere can't be overwritten. */
    static Path redis() throws IOException {
        Path program = folder().resolve("redis-server");
        if (!Files.isExecutable(program)) {
            Path aside = Files.createTempDirectory(folder(), "redis-");
            try {
                Path unpacked = ExecutableProvider.newJarResourceProvider(aside.toFile())
                        .get()
                        .toPath();
                Files.move(unpacked, program, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Folders.delete(aside);
            }
        }
        return program;
    }
}
