package io.expunge.store.s3;

import io.expunge.catalog.Ownership.ObjectPrefix;
import io.expunge.catalog.Resource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The probe's own reading of an object prefix. It shares nothing with {@link ObjectLayout} on purpose: that one cuts strings
 * and asks the store for generations, this one is a regular expression over whole keys. Whatever the eraser misreads is
 * still there for this one to see.
 */
final class PrefixWitness {

    private static final Pattern PATTERN =
            Pattern.compile("(?<head>.*?)\\{tenant}(?<link>[^{]+)(?:\\{generation}(?<tail>.+))?", Pattern.DOTALL);

    private final String head;
    private final String delimiter;
    private final String path;
    private final Optional<Pattern> rest;

    private PrefixWitness(String head, String link, Optional<String> tail) {
        this.head = head;
        this.delimiter = link.substring(0, 1);
        int marker = tail.isPresent() ? link.lastIndexOf(delimiter) + 1 : link.length();
        this.path = link.substring(0, marker);
        this.rest = tail.map(end -> Pattern.compile(
                "%s(?<generation>0|[1-9][0-9]{0,9})(?=%s)(?<tail>%s)?.*"
                        .formatted(
                                Pattern.quote(link.substring(marker)),
                                Pattern.quote(end.substring(0, 1)),
                                Pattern.quote(end)),
                Pattern.DOTALL));
    }

    /** Empty if the resource isn't found by an object prefix. */
    static Optional<PrefixWitness> of(Resource resource) {
        if (!(resource.ownedBy() instanceof ObjectPrefix prefix)) {
            return Optional.empty();
        }
        Matcher pieces = PATTERN.matcher(prefix.pattern());
        return pieces.matches()
                ? Optional.of(new PrefixWitness(
                        pieces.group("head"), pieces.group("link"), Optional.ofNullable(pieces.group("tail"))))
                : Optional.empty();
    }

    /** What all keys of one tenant begin with; empty if the layout can't tell them from another's. */
    Optional<String> territory(String storedId) {
        boolean unclear = storedId.isEmpty() || storedId.contains(delimiter);
        return unclear ? Optional.empty() : Optional.of(head + storedId + path);
    }

    /** The shape of {@link #territory}, with no id. */
    String shape() {
        return head + "…" + path;
    }

    /** What a key says that begins with a territory. */
    Testimony hear(String territory, String key) {
        if (rest.isEmpty()) {
            return Testimony.WITHOUT_GENERATION;
        }
        Matcher said = rest.get().matcher(key.substring(territory.length()));
        if (!said.matches() || Long.parseLong(said.group("generation")) > Integer.MAX_VALUE) {
            return Testimony.WITHOUT_GENERATION;
        }
        return said.group("tail") == null
                ? Testimony.NOTHING
                : new Testimony(true, Optional.of(Integer.valueOf(said.group("generation"))));
    }

    /**
     * @param ours whether the key is of the resource
     * @param generation none where the key bears none that can be read
     */
    record Testimony(boolean ours, Optional<Integer> generation) {
        static final Testimony NOTHING = new Testimony(false, Optional.empty());
        static final Testimony WITHOUT_GENERATION = new Testimony(true, Optional.empty());

        /** Whether it speaks of this generation, of an older one or of none: what an erasure of it leaves nothing of. */
        boolean isUpTo(int asked) {
            return ours && generation.map(said -> said <= asked).orElse(true);
        }
    }
}
