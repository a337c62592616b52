package io.expunge.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What lies where in {@code target/sandbox}. */
record SandboxFolder(Path path) {

    SandboxFolder {
        path = path.toAbsolutePath().normalize();
        // It is deleted as a whole: better not the wrong one.
        if (!String.valueOf(path.getFileName()).startsWith("sandbox")) {
            throw new IllegalArgumentException("the sandbox's folder must have a name that starts with 'sandbox'");
        }
    }

    /** For people and for the product; there once all servers answer. */
    Path settings() {
        return path.resolve("env");
    }

    /** How commands reach the supervisor; there while it runs. */
    Path door() {
        return path.resolve("supervisor");
    }

    Path referenceKey() {
        return path.resolve("reference.key");
    }

    Path servers() {
        return path.resolve("servers");
    }

    Path log() {
        return path.resolve("supervisor.log");
    }

    Path temporary() {
        return path.resolve("tmp");
    }

    void delete() {
        Folders.delete(path);
    }

    List<String> lastLinesOfLog(int count) throws IOException {
        if (!Files.exists(log())) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(log());
        return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }

    /** Runs one thing at a time: two commands must not bring the sandbox up, or take it down, at once. */
    <T> T alone(Work<T> work) throws IOException {
        Files.createDirectories(path.resolveSibling(""));
        try (FileChannel channel = FileChannel.open(
                path.resolveSibling(path.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
            FileLock lock = channel.lock();
            try {
                return work.run();
            } finally {
                lock.release();
            }
        }
    }

    interface Work<T> {
        T run() throws IOException;
    }
}
