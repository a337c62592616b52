package io.expunge.catalog.yaml;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A value in a file: knows its place and what it is called there. */
public final class YamlNode {

    private final Node node;
    private final String file;
    private final String name;
    private final Problems problems;

    YamlNode(Node node, String file, String name, Problems problems) {
        this.node = node;
        this.file = file;
        this.name = name;
        this.problems = problems;
    }

    /** The root of a file; where it isn't one well-formed UTF-8 document that is a problem, and the answer empty. */
    public static Optional<YamlNode> parse(YamlSource source, Problems problems) {
        return new YamlParser(source, problems).parse();
    }

    public Place place() {
        return place(node);
    }

    /** The key under which the value stands. */
    public String name() {
        return name;
    }

    public void problem(String what, String expected) {
        problems.add(place(), what, expected);
    }

    /** Says that this is something else than was expected. */
    public void mismatch(String expected) {
        problem(name + " is " + kind(), expected);
    }

    /** This value's keys; anything but a mapping is a problem, and the answer empty. */
    public Optional<YamlMapping> mapping() {
        if (node instanceof MappingNode mapping) {
            return Optional.of(new YamlMapping(this, mapping, problems));
        }
        mismatch("a mapping");
        return Optional.empty();
    }

    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    boolean hasKey(String key) {
        return node instanceof MappingNode mapping
                && mapping.getValue().stream().anyMatch(tuple -> isWritten(tuple.getKeyNode(), key));
    }

    /** What is written there, if YAML takes it for one of these: an unquoted number, date or truth value is no text. */
    Optional<String> scalar(Tag... allowed) {
        return node instanceof ScalarNode scalar && List.of(allowed).contains(node.getTag())
                ? Optional.of(scalar.getValue())
                : Optional.empty();
    }

    Optional<List<YamlNode>> items() {
        return node instanceof SequenceNode sequence
                ? Optional.of(sequence.getValue().stream()
                        .map(item -> new YamlNode(item, file, "an item of " + name, problems))
                        .toList())
                : Optional.empty();
    }

    /** Where that key's value, or that item, stands inside this value; where this value stands, if it has none. */
    Place placeWithin(String keyOrItem) {
        Optional<Node> within = Optional.empty();
        if (node instanceof MappingNode mapping) {
            within = mapping.getValue().stream()
                    .filter(tuple -> isWritten(tuple.getKeyNode(), keyOrItem))
                    .map(NodeTuple::getValueNode)
                    .findFirst();
        } else if (node instanceof SequenceNode sequence) {
            within = sequence.getValue().stream()
                    .filter(item -> isWritten(item, keyOrItem))
                    .findFirst();
        }
        return within.map(this::place).orElse(place());
    }

    private static boolean isWritten(Node node, String text) {
        return node instanceof ScalarNode scalar && scalar.getValue().equals(text);
    }

    YamlNode child(Node child, String key) {
        return new YamlNode(child, file, key, problems);
    }

    Place place(Node of) {
        return new Place(
                file, of.getStartMark().getLine() + 1, of.getStartMark().getColumn() + 1);
    }

    /** What people would call it. */
    String kind() {
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        Tag tag = node.getTag();
        if (tag.equals(Tag.NULL)) {
            return "empty";
        }
        String written = ((ScalarNode) node)
                .getValue()
                .codePoints()
                .limit(60)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return "the number " + written;
        }
        if (tag.equals(Tag.BOOL)) {
            return "the truth value " + written;
        }
        return tag.equals(Tag.TIMESTAMP) ? "the date " + written : '"' + written + '"';
    }
}
