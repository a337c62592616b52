package io.expunge.catalog.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * What a value must look like, and how it is read.
 *
 * @param <T> what is made from it
 */
public final class Shape<T> {

    private final String expected;
    private final Function<YamlNode, Optional<T>> reader;

    private Shape(String expected, Function<YamlNode, Optional<T>> reader) {
        this.expected = expected;
        this.reader = reader;
    }

    /** The reader notes the problem itself when it answers empty. */
    public static <T> Shape<T> of(String expected, Function<YamlNode, Optional<T>> reader) {
        return new Shape<>(expected, reader);
    }

    /** A mapping that is read key by key. */
    public static <T> Shape<T> mapping(String expected, Function<YamlMapping, Optional<T>> reader) {
        return of(expected, node -> node.mapping().flatMap(reader));
    }

    /** Any text but a blank one. Numbers, dates and truth values are no text unless they are quoted. */
    public static Shape<String> text() {
        return text("text (quoted, if it looks like a number, a date or a truth value)", Optional::of);
    }

    /** Text that fits the pattern as a whole. */
    public static Shape<String> text(String expected, Pattern pattern) {
        return text(expected, text -> Optional.of(text).filter(pattern.asMatchPredicate()));
    }

    /** Text from which a value can be made; the parser answers empty where it can't. */
    public static <T> Shape<T> text(String expected, Function<String, Optional<T>> parser) {
        return scalar(expected, parser, Tag.STR);
    }

    /** Text that no message may repeat. */
    public static <T> Shape<T> privateText(String expected, Function<String, Optional<T>> parser) {
        return of(expected, node -> {
            Optional<T> read = node.scalar(Tag.STR).flatMap(parser);
            if (read.isEmpty()) {
                node.problem(node.name() + " can't be used", expected);
            }
            return read;
        });
    }

    /** One of these constants, by its label. */
    public static <T> Shape<T> word(T[] constants, Function<T, String> label) {
        Map<String, T> byLabel = Arrays.stream(constants)
                .collect(Collectors.toMap(label, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        return text("one of " + String.join(", ", byLabel.keySet()), text -> Optional.ofNullable(byLabel.get(text)));
    }

    /** A list of any length, each item of that shape. */
    public static <T> Shape<List<T>> listOf(Shape<T> item) {
        return of("a list", node -> {
            Optional<List<YamlNode>> nodes = node.items();
            if (nodes.isEmpty()) {
                node.mismatch("a list");
                return Optional.empty();
            }
            List<T> read = new ArrayList<>();
            nodes.get().forEach(each -> item.read(each).ifPresent(read::add));
            return read.size() == nodes.get().size() ? Optional.of(List.copyOf(read)) : Optional.empty();
        });
    }

    /** A list in which nothing is named twice. */
    public static <T> Shape<List<T>> distinctListOf(Shape<T> item) {
        return of("a list", node -> {
            Optional<List<T>> read = listOf(item).read(node);
            if (read.isPresent()
                    && read.get().stream().distinct().count() < read.get().size()) {
                node.problem(node.name() + " names something twice", "each once");
                return Optional.empty();
            }
            return read;
        });
    }

    static <T> Shape<T> scalar(String expected, Function<String, Optional<T>> parser, Tag... allowed) {
        return of(expected, node -> {
            Optional<T> read =
                    node.scalar(allowed).filter(written -> !written.isBlank()).flatMap(parser);
            if (read.isEmpty()) {
                node.mismatch(expected);
            }
            return read;
        });
    }

    /** This, which is no text, or the one word that stands for what can't be written like it. */
    public Shape<T> orWord(String word, T meaning) {
        return of(expected, node -> {
            Optional<String> text = node.scalar(Tag.STR);
            if (text.isEmpty()) {
                return read(node);
            }
            if (text.get().equals(word)) {
                return Optional.of(meaning);
            }
            node.mismatch(expected);
            return Optional.empty();
        });
    }

    /** In words, to be put behind "expected". */
    public String expected() {
        return expected;
    }

    public Optional<T> read(YamlNode node) {
        return reader.apply(node);
    }

    public <R> Shape<R> map(Function<T, R> mapping) {
        return of(expected, node -> read(node).map(mapping));
    }
}
