package io.expunge.notify;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlFile;
import io.expunge.catalog.yaml.YamlMapping;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Mail addresses of owners and submitters, as {@code jobs/notify.yaml} has them. */
public final class Addresses {

    private static final Pattern ADDRESS = Pattern.compile("[^@\\s<>,;]+@[^@\\s<>,;]+");

    private Addresses() {}

    /**
     * None if there is no file.
     *
     * @throws io.expunge.catalog.yaml.InvalidYaml with all that is wrong
     */
    public static Map<Recipient, String> readOrNone(Path file) {
        return Files.exists(file)
                ? YamlFile.read("The notification settings", file, Shape.mapping("a mapping", Addresses::read))
                : Map.of();
    }

    private static Optional<Map<Recipient, String>> read(YamlMapping file) {
        Field<Map<String, String>> owners = file.optional("owners", names(), Map.of());
        Field<Map<String, String>> submitters = file.optional("submitters", names(), Map.of());
        return file.build(() -> {
            Map<Recipient, String> addresses = new LinkedHashMap<>();
            owners.get().forEach((name, to) -> addresses.put(new Recipient(Recipient.Kind.OWNER, name), to));
            submitters.get().forEach((name, to) -> addresses.put(new Recipient(Recipient.Kind.SUBMITTER, name), to));
            return addresses;
        });
    }

    private static Shape<Map<String, String>> names() {
        return Shape.mapping("a mapping from names to mail addresses", mapping -> {
            Map<String, Field<String>> fields = new LinkedHashMap<>();
            for (String name : mapping.keys()) {
                fields.put(
                        name, mapping.required(name, Shape.text("a mail address, such as team@example.com", ADDRESS)));
            }
            return mapping.build(() -> {
                Map<String, String> addresses = new LinkedHashMap<>();
                fields.forEach((name, field) -> addresses.put(name, field.get()));
                return addresses;
            });
        });
    }
}
