package io.expunge.catalog.yaml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file's name, as messages show it, and its bytes. */
public final class YamlSource {

    private final String name;
    private final byte[] content;

    private YamlSource(String name, byte[] content) {
        this.name = name;
        this.content = content;
    }

    public static YamlSource of(String name, byte[] content) {
        return new YamlSource(name, content.clone());
    }

    public static YamlSource of(String name, String text) {
        return new YamlSource(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads the file; where it can't be read that is a problem, and the answer empty. */
    public static Optional<YamlSource> read(Path file, Problems problems) {
        try {
            return Optional.of(new YamlSource(file.toString(), Files.readAllBytes(file)));
        } catch (IOException e) {
            problems.add(
                    Place.whole(file.toString()),
                    "the file can't be read (" + e.getClass().getSimpleName() + ")",
                    "a file that this user may read");
            return Optional.empty();
        }
    }

    public String name() {
        return name;
    }

    byte[] content() {
        return content;
    }
}
