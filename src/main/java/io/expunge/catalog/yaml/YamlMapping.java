package io.expunge.catalog.yaml;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A mapping that is read by asking for each key that it may have, then calling {@link #build}, which refuses the keys that
 * nobody asked for.
 */
public final class YamlMapping {

    private final YamlNode node;
    private final Problems problems;
    private final Map<String, YamlNode> values = new LinkedHashMap<>();
    private final Map<String, Place> keys = new LinkedHashMap<>();
    private final Set<String> asked = new LinkedHashSet<>();
    private boolean readable = true;

    YamlMapping(YamlNode node, MappingNode mapping, Problems problems) {
        this.node = node;
        this.problems = problems;
        mapping.getValue().forEach(this::take);
    }

    private void take(NodeTuple tuple) {
        Place place = node.place(tuple.getKeyNode());
        if (!(tuple.getKeyNode() instanceof ScalarNode scalar)) {
            problems.add(place, "a key that is not text", "a word");
            return;
        }
        String key = scalar.getValue();
        Place first = keys.putIfAbsent(key, place);
        if (first != null) {
            problems.add(place, "the key " + key + " again", "it once (it stands in line " + first.line() + ")");
            return;
        }
        values.put(key, node.child(tuple.getValueNode(), key));
    }

    /** The value of a key that must be there. */
    public <T> Field<T> required(String key, Shape<T> shape) {
        if (!has(key)) {
            asked.add(key);
            problems.add(node.place(), "the key " + key + " is missing", shape.expected());
            return unreadable(node.place());
        }
        return ask(key, shape);
    }

    /** The value of a key, or what it means to leave the key out. */
    public <T> Field<T> optional(String key, Shape<T> shape, T otherwise) {
        if (!has(key)) {
            asked.add(key);
            return new Field<>(node.place(), otherwise);
        }
        return ask(key, shape);
    }

    /** The value of a key, if it is there. */
    public <T> Field<Optional<T>> optional(String key, Shape<T> shape) {
        return optional(key, shape.map(Optional::of), Optional.empty());
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** Whether the key's value is a mapping that has that key. Doesn't count as asking. */
    public boolean has(String key, String inner) {
        @Nullable YamlNode value = values.get(key);
        return value != null && value.hasKey(inner);
    }

    public Set<String> keys() {
        return values.keySet();
    }

    /** Where the mapping begins. */
    public Place place() {
        return node.place();
    }

    /** Where the key's value stands; the mapping's place if the key was left out. */
    public Place place(String key) {
        @Nullable YamlNode value = values.get(key);
        return value == null ? node.place() : value.place();
    }

    /** Where that key's value, or that item, stands inside the key's value; the key's place if there is none. */
    public Place place(String key, String keyOrItem) {
        @Nullable YamlNode value = values.get(key);
        return value == null ? node.place() : value.placeWithin(keyOrItem);
    }

    /** Where the key itself stands; the mapping's place if it was left out. */
    public Place placeOfKey(String key) {
        return keys.getOrDefault(key, node.place());
    }

    /** Refuses what was read of a field, where that is wrong beside another. */
    public <T> void refuse(Field<T> field, Predicate<T> wrong, String what, String expected) {
        if (field.read().filter(wrong).isPresent()) {
            problems.add(field.place(), what, expected);
            readable = false;
        }
    }

    /** Refuses the keys that were not asked for, and makes the value if every field could be read. */
    public <T> Optional<T> build(Supplier<T> maker) {
        for (String key : values.keySet()) {
            if (!asked.contains(key)) {
                problems.add(placeOfKey(key), "the unknown key " + key, "only " + String.join(", ", asked));
            }
        }
        return readable ? Optional.of(maker.get()) : Optional.empty();
    }

    private <T> Field<T> ask(String key, Shape<T> shape) {
        asked.add(key);
        YamlNode value = values.get(key);
        if (value == null) {
            return unreadable(node.place());
        }
        Optional<T> read = shape.read(value);
        return read.isPresent() ? new Field<>(value.place(), read.get()) : unreadable(value.place());
    }

    private <T> Field<T> unreadable(Place place) {
        readable = false;
        return new Field<>(place, null);
    }
}
