package io.expunge.store.redis;

import io.expunge.catalog.Ownership.KeyPattern;
import io.expunge.catalog.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The probe's own reading of a key pattern. It shares nothing with {@link KeyTemplate} on purpose: that one walks bytes,
 * this one is a regular expression over the key as Latin-1, in which every byte is one character. Whatever the eraser
 * misreads is still there for this one to see.
 */
final class KeyWitness {

    private static final String DELIMITER = "[\\p{ASCII}&&[^\\p{Alnum}]]";
    private static final String LITERAL = "(?:(?!\\{generation})[^*])*";
    private static final Pattern PATTERN = Pattern.compile(
            "(?<head>%s?)\\{tenant}(?<link>%s%s)(?:\\{generation}(?<tail>%s%s))?\\*"
                    .formatted(LITERAL, DELIMITER, LITERAL, DELIMITER, LITERAL),
            Pattern.DOTALL);

    private final String head;
    private final char delimiter;
    private final Pattern key;

    private KeyWitness(String head, String link, Optional<String> tail) {
        this.head = head;
        this.delimiter = link.charAt(0);
        int marker = tail.isPresent() ? link.lastIndexOf(delimiter) + 1 : link.length();
        String generation = tail.map(rest -> "(?:%s(?<generation>0|[1-9][0-9]{0,9})(?=%s)(?<tail>%s)?)?"
                        .formatted(
                                Pattern.quote(link.substring(marker)),
                                Pattern.quote(rest.substring(0, 1)),
                                Pattern.quote(rest)))
                .orElse("(?<generation>(?!))?(?<tail>(?!))?");
        this.key = Pattern.compile(
                "%s(?<tenant>[^%s]+)%s%s.*"
                        .formatted(
                                Pattern.quote(head),
                                Pattern.quote(String.valueOf(delimiter)),
                                Pattern.quote(link.substring(0, marker)),
                                generation),
                Pattern.DOTALL);
    }

    /** Empty if the resource isn't found by a key pattern with delimiters of one byte. */
    static Optional<KeyWitness> of(Resource resource) {
        if (!(resource.ownedBy() instanceof KeyPattern keys)) {
            return Optional.empty();
        }
        Matcher pieces = PATTERN.matcher(latin1(keys.pattern()));
        return pieces.matches()
                ? Optional.of(new KeyWitness(
                        pieces.group("head"), pieces.group("link"), Optional.ofNullable(pieces.group("tail"))))
                : Optional.empty();
    }

    /** What all keys of the resource begin with, whoever's they are. */
    byte[] head() {
        return head.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** How a key names this tenant; empty if the pattern can't tell its keys from another's. */
    Optional<String> tenant(String storedId) {
        String written = latin1(storedId);
        boolean distinct = !written.isEmpty() && written.indexOf(delimiter) < 0;
        boolean faithful =
                new String(written.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).equals(storedId);
        return distinct && faithful ? Optional.of(written) : Optional.empty();
    }

    /** What this key says; empty if it is none of the resource's. */
    Optional<Testimony> hear(byte[] raw) {
        Matcher said = key.matcher(new String(raw, StandardCharsets.ISO_8859_1));
        if (!said.matches()) {
            return Optional.empty();
        }
        String generation = said.group("generation");
        if (generation == null || Long.parseLong(generation) > Integer.MAX_VALUE) {
            return Optional.of(new Testimony(said.group("tenant"), Optional.empty()));
        }
        return said.group("tail") == null
                ? Optional.empty()
                : Optional.of(new Testimony(said.group("tenant"), Optional.of(Integer.valueOf(generation))));
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** @param generation none where the key bears none that can be read */
    record Testimony(String tenant, Optional<Integer> generation) {}
}
