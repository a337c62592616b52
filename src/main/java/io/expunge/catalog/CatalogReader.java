package io.expunge.catalog;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Place;
import io.expunge.catalog.yaml.Problems;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import io.expunge.catalog.yaml.YamlNode;
import io.expunge.catalog.yaml.YamlSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads a catalog from a folder, strictly: all {@code *.yaml} and {@code *.yml} files by name, one of which holds the head,
 * each of which may hold {@code resources}. A catalog that comes out has passed every check that can be made without a
 * store.
 */
public final class CatalogReader {

    private final String name;
    private final Problems problems = new Problems();
    private final List<ResourceReader.Entry> entries = new ArrayList<>();
    private final List<Place> heads = new ArrayList<>();
    private Optional<Head> head = Optional.empty();

    private CatalogReader(String name) {
        this.name = name;
    }

    /** @throws InvalidCatalog with all that is wrong */
    public static Catalog read(Path folder) {
        CatalogReader reader = new CatalogReader(folder.toString());
        return reader.read(reader.files(folder));
    }

    /**
     * @param name of the folder, for messages
     * @throws InvalidCatalog with all that is wrong
     */
    public static Catalog read(String name, List<YamlSource> files) {
        return new CatalogReader(name).read(files);
    }

    private List<YamlSource> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".yaml") || file.toString().endsWith(".yml"))
                    .sorted(Comparator.comparing(file -> String.valueOf(file.getFileName())))
                    .flatMap(file -> YamlSource.read(file, problems).stream())
                    .toList();
        } catch (IOException e) {
            problems.add(Place.whole(name), "the folder can't be read", "a folder with the catalog's files");
            return List.of();
        }
    }

    private Catalog read(List<YamlSource> files) {
        boolean parsed = problems.isEmpty();
        for (YamlSource file : files) {
            Optional<YamlMapping> mapping = YamlNode.parse(file, problems).flatMap(YamlNode::mapping);
            mapping.ifPresent(this::readFile);
            parsed &= mapping.isPresent();
        }
        // With a file missing, most of what could be said about the rest would be wrong.
        if (parsed) {
            checkHeads();
            Optional<Catalog> catalog = head.map(this::assemble);
            if (problems.isEmpty() && catalog.isPresent()) {
                return catalog.get();
            }
        }
        throw new InvalidCatalog(problems.inOrder());
    }

    private void readFile(YamlMapping file) {
        Shape<List<ResourceReader.Entry>> resources = Shape.listOf(ResourceReader.shape());
        Optional<String> headKey =
                file.keys().stream().filter(HeadReader.KEYS::contains).findFirst();
        if (headKey.isPresent()) {
            heads.add(file.placeOfKey(headKey.get()));
            Field<List<ResourceReader.Entry>> read = file.optional("resources", resources, List.of());
            Optional<Head> readHead = new HeadReader(problems).read(file);
            head = head.or(() -> readHead);
            read.read().ifPresent(entries::addAll);
        } else {
            Field<List<ResourceReader.Entry>> read = file.required("resources", resources);
            file.build(read::get).ifPresent(entries::addAll);
        }
    }

    private void checkHeads() {
        if (heads.isEmpty()) {
            problems.add(
                    Place.whole(name),
                    "no file holds the catalog's head",
                    "one with policy-version, control-tenant, registry and stores");
        }
        heads.stream()
                .skip(1)
                .forEach(place -> problems.add(place, "a second head", "one file with it (" + heads.get(0) + ")"));
    }

    private Catalog assemble(Head read) {
        Set<String> knownIds = new HashSet<>();
        List<ResourceDraft> drafts = new ArrayList<>();
        for (ResourceReader.Entry entry : entries) {
            boolean first = entry.id().map(knownIds::add).orElse(true);
            entry.draft().ifPresent(draft -> {
                if (first) {
                    drafts.add(draft);
                } else {
                    problems.add(draft.at().place("id"), "the id " + draft.id() + " again", "an id of its own");
                }
            });
        }
        if (entries.isEmpty()) {
            problems.add(
                    Place.whole(name), "the catalog has no resources", "at least one: an empty plan proves nothing");
        }
        List<Declared> declared = new Assembly(read, drafts, knownIds, problems).resources();
        check(read, declared, knownIds);
        return read.with(declared.stream().map(Declared::resource).toList());
    }

    private void check(Head read, List<Declared> declared, Set<String> knownIds) {
        LayoutCheck layout = new LayoutCheck(read, problems);
        FenceCheck fences = new FenceCheck(read, problems);
        SupportCheck support = new SupportCheck(problems);
        LocationCheck locations = new LocationCheck(read, problems);
        declared.forEach(each -> {
            layout.check(each);
            fences.check(each);
            support.check(each);
            locations.check(each);
        });
        new DependencyCheck(declared, knownIds, problems).check();
    }
}
