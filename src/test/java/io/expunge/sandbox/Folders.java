package io.expunge.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that come and go with a server. */
final class Folders {
    private Folders() {}

    /** Removes a folder with all that is in it; files that vanish meanwhile are gone as well. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException gone) {
            // Somebody else is deleting the same folder.
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot delete " + folder, failure);
        }
    }

    /** Writes a file that only its owner may read; a reader sees the whole of it or none. */
    static void writeSecret(Path file, String text) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        Files.deleteIfExists(draft);
        Files.createFile(draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(draft, text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
