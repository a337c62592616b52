package io.expunge.store.opensearch;

import io.expunge.store.Blindness;
import io.expunge.store.Sighting.Unknown;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The indices behind a name at one version of the cluster state: open or closed, hidden or not, as the cluster's manager
 * knows them and not as a search would expand them.
 *
 * @param aliases by which the indices go too
 */
record ClusterView(ClusterPoint point, List<SeenIndex> indices, Set<String> aliases) {

    static Call question(String index) {
        return Call.get("_cluster", "state", "version,metadata,routing_table", index)
                .with("expand_wildcards", "all")
                .with("ignore_unavailable", false)
                .with("allow_no_indices", false)
                .with(
                        "filter_path",
                        Stream.of("state", "settings", "mappings", "aliases")
                                .map("metadata.indices.*."::concat)
                                .collect(Collectors.joining(",", "cluster_uuid,version,routing_table.indices,", "")));
    }

    static ClusterView of(JsonNode state) {
        JsonNode metadata = state.path("metadata").path("indices");
        JsonNode routing = state.path("routing_table").path("indices");
        Set<String> aliases = new TreeSet<>();
        metadata.values()
                .forEach(index -> index.path("aliases").values().forEach(alias -> aliases.add(alias.asString(""))));
        return new ClusterView(
                ClusterPoint.of(state),
                metadata.properties().stream()
                        .map(each -> SeenIndex.of(each.getKey(), each.getValue(), routing.path(each.getKey())))
                        .toList(),
                aliases);
    }

    /** What makes a look into these indices worth nothing, whoever is asked about. */
    Optional<Unknown> obstacle() {
        if (indices.isEmpty()) {
            return Optional.of(new Unknown(Blindness.MISSING_CONTAINER, "NO_INDEX"));
        }
        return indices.stream()
                .map(SeenIndex::obstacle)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Names under which somebody may be writing into one of the indices. */
    Set<String> names() {
        return Stream.concat(indices.stream().map(SeenIndex::name), aliases.stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    String digest() {
        return Digest.of(indices.stream().map(SeenIndex::uuid).toList());
    }

    /** Whether it was the same indices on the same nodes all the time. */
    boolean isUnchangedSince(ClusterView earlier) {
        return point.cluster().equals(earlier.point().cluster())
                && digest().equals(earlier.digest())
                && copies().equals(earlier.copies());
    }

    private List<List<ShardCopy>> copies() {
        return indices.stream().map(SeenIndex::copies).toList();
    }
}
