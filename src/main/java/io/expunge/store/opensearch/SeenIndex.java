package io.expunge.store.opensearch;

import io.expunge.store.Blindness;
import io.expunge.store.Sighting.Unknown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * One concrete index as the cluster state shows it.
 *
 * @param shards how many the index has
 * @param copies those that serve searches; a replica that no node holds can show nothing and hide nothing
 */
record SeenIndex(String name, String uuid, boolean open, int shards, List<ShardCopy> copies, JsonNode mapping) {

    private static final Set<String> SERVING = Set.of("STARTED", "RELOCATING");

    static SeenIndex of(String name, JsonNode metadata, JsonNode routing) {
        JsonNode settings = metadata.path("settings").path("index");
        List<ShardCopy> copies = routing.path("shards").values().stream()
                .flatMap(shard -> shard.values().stream())
                .filter(copy -> SERVING.contains(copy.path("state").asString("")))
                .map(copy -> new ShardCopy(
                        copy.path("shard").asInt(-1),
                        copy.path("primary").asBoolean(false),
                        copy.path("node").asString("")))
                .sorted(Comparator.comparing((ShardCopy copy) -> !copy.primary())
                        .thenComparing(ShardCopy::node))
                .toList();
        return new SeenIndex(
                name,
                settings.path("uuid").asString(""),
                metadata.path("state").asString("").equals("open"),
                settings.path("number_of_shards").asInt(0),
                copies,
                metadata.path("mappings").path("_doc"));
    }

    /** What makes a look into this index worth nothing, whoever is asked about. */
    Optional<Unknown> obstacle() {
        if (!open) {
            return Optional.of(new Unknown(Blindness.INCOMPLETE, "INDEX_CLOSED"));
        }
        Set<Integer> searchable =
                copies.stream().filter(ShardCopy::primary).map(ShardCopy::shard).collect(Collectors.toSet());
        return uuid.isEmpty() || shards < 1 || searchable.size() != shards
                ? Optional.of(new Unknown(Blindness.INCOMPLETE, "SHARD_UNASSIGNED"))
                : Optional.empty();
    }

    /**
     * The copies in rounds: the primaries first, then one replica of each shard that has one more, and so on. Each round by
     * the node to ask, with the shards to ask it for.
     */
    List<Map<String, Set<Integer>>> rounds() {
        List<Map<String, Set<Integer>>> rounds = new ArrayList<>();
        Collection<ShardCopy> left = copies;
        while (!left.isEmpty()) {
            Map<String, Set<Integer>> round = new TreeMap<>();
            Set<Integer> taken = new HashSet<>();
            List<ShardCopy> later = new ArrayList<>();
            for (ShardCopy copy : left) {
                if (taken.add(copy.shard())) {
                    round.computeIfAbsent(copy.node(), node -> new TreeSet<>()).add(copy.shard());
                } else {
                    later.add(copy);
                }
            }
            rounds.add(round);
            left = later;
        }
        return rounds;
    }

    /** A field's mapping, below objects but not below {@code nested} ones: what is there is another document. */
    Optional<JsonNode> field(String dotted) {
        JsonNode at = mapping;
        for (String part : dotted.split("\\.", -1)) {
            if (at.path("type").asString("").equals("nested")) {
                return Optional.empty();
            }
            at = at.path("properties").path(part);
        }
        return at.isMissingNode() ? Optional.empty() : Optional.of(at);
    }
}
