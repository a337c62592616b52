package io.expunge.catalog.yaml;

import java.nio.file.Path;
import java.util.Optional;

/** Reads one file as a whole. */
public final class YamlFile {

    private YamlFile() {}

    /**
     * @param subject what the file is to people, for the message: {@code The erasure settings}
     * @throws InvalidYaml with all that is wrong
     */
    public static <T> T read(String subject, Path file, Shape<T> shape) {
        Problems problems = new Problems();
        return orThrow(subject, YamlSource.read(file, problems), shape, problems);
    }

    /**
     * @param subject what the file is to people, for the message: {@code The erasure settings}
     * @throws InvalidYaml with all that is wrong
     */
    public static <T> T read(String subject, YamlSource source, Shape<T> shape) {
        return orThrow(subject, Optional.of(source), shape, new Problems());
    }

    private static <T> T orThrow(String subject, Optional<YamlSource> source, Shape<T> shape, Problems problems) {
        Optional<T> read =
                source.flatMap(present -> YamlNode.parse(present, problems)).flatMap(shape::read);
        if (read.isPresent() && problems.isEmpty()) {
            return read.get();
        }
        throw new InvalidYaml(subject, problems.inOrder());
    }
}
