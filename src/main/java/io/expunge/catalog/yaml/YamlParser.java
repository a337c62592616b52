package io.expunge.catalog.yaml;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/** Bytes to nodes, refusing whatever would let a file say more than it shows. */
final class YamlParser {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final YamlSource source;
    private final Problems problems;

    YamlParser(YamlSource source, Problems problems) {
        this.source = source;
        this.problems = problems;
    }

    Optional<YamlNode> parse() {
        return decode().flatMap(this::compose);
    }

    private Optional<YamlNode> compose(String text) {
        Yaml yaml = new Yaml(new LoaderOptions());
        try {
            if (saysMoreThanItShows(yaml.parse(new StringReader(text)))) {
                return Optional.empty();
            }
            Node root = yaml.compose(new StringReader(text));
            return Optional.of(new YamlNode(root, source.name(), "the file", problems));
        } catch (MarkedYAMLException e) {
            problems.add(place(e.getProblemMark()), "this is not YAML: " + e.getProblem(), "well-formed YAML");
        } catch (ReaderException e) {
            problems.add(
                    placeBefore(text, e.getPosition()), "a character that YAML doesn't allow", "printable characters");
        } catch (YAMLException e) {
            problems.add(Place.whole(source.name()), "this is not YAML", "well-formed YAML");
        }
        return Optional.empty();
    }

    private boolean saysMoreThanItShows(Iterable<Event> events) {
        boolean refused = false;
        int documents = 0;
        for (Event event : events) {
            Place place = place(event.getStartMark());
            if (event instanceof AliasEvent) {
                problems.add(place, "an alias", "the value itself, written out");
                refused = true;
            } else if (event instanceof NodeEvent node && node.getAnchor() != null) {
                problems.add(place, "an anchor", "the value itself, without an anchor");
                refused = true;
            } else if (tag(event) != null) {
                problems.add(place, "a tag", "the value itself, without a tag");
                refused = true;
            } else if (event instanceof DocumentStartEvent && ++documents == 2) {
                problems.add(place, "a second document", "one document in a file");
                refused = true;
            }
        }
        if (documents == 0) {
            problems.add(new Place(source.name(), 1, 1), "the file is empty", "a mapping");
        }
        return refused || documents == 0;
    }

    private static @Nullable String tag(Event event) {
        if (event instanceof ScalarEvent scalar) {
            return scalar.getTag();
        }
        return event instanceof CollectionStartEvent collection ? collection.getTag() : null;
    }

    private Optional<String> decode() {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(source.content());
        CharBuffer characters = CharBuffer.allocate(source.content().length);
        boolean malformed = decoder.decode(bytes, characters, true).isError();
        String text = characters.flip().toString();
        if (malformed) {
            problems.add(placeBefore(text, text.length()), "bytes that are not UTF-8", "a file in UTF-8");
            return Optional.empty();
        }
        return Optional.of(!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text);
    }

    private Place placeBefore(String text, int position) {
        String before = text.substring(0, Math.min(position, text.length()));
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        return new Place(source.name(), line, before.length() - before.lastIndexOf('\n'));
    }

    private Place place(Mark mark) {
        return new Place(source.name(), mark.getLine() + 1, mark.getColumn() + 1);
    }
}
