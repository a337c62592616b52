package io.expunge.store.opensearch;

import io.expunge.store.Position;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A version of a cluster's state: of its indices, mappings, aliases and shards, not of the documents, of which a cluster
 * keeps no common history.
 *
 * @param cluster its UUID, for its life
 * @param version grows by one with each change
 */
record ClusterPoint(String cluster, long version) {

    private static final Pattern WRITTEN = Pattern.compile("os:([\\w-]{1,64}):(\\d{1,18})(?::[0-9a-f]{16})?");

    /** What a cluster that has no manager yet says of itself. */
    private static final String UNFORMED = "_na_";

    static final Call QUESTION = Call.get("_cluster", "state", "version");

    /** @throws SearchFault if the answer doesn't say which cluster it is from */
    static ClusterPoint of(JsonNode state) {
        String cluster = state.path("cluster_uuid").asString("");
        long version = state.path("version").asLong(-1);
        if (cluster.isEmpty() || cluster.equals(UNFORMED) || version < 0) {
            throw new SearchFault(FaultKind.UNAVAILABLE, "CLUSTER_STATE");
        }
        return new ClusterPoint(cluster, version);
    }

    /** Whether it is the cluster that the catalog pins; any is, where none is pinned. */
    boolean isOf(Optional<String> pinned) {
        return pinned.isEmpty() || pinned.get().equals(cluster);
    }

    Position position() {
        return new Position("os:" + cluster + ":" + version);
    }

    /** @param indices a digest of the UUIDs of those that were looked into */
    Position position(String indices) {
        return new Position("os:" + cluster + ":" + version + ":" + indices);
    }

    /** Nothing if it is no such position. */
    static Optional<ClusterPoint> of(Position position) {
        Matcher written = WRITTEN.matcher(position.value());
        return written.matches()
                ? Optional.of(new ClusterPoint(written.group(1), Long.parseLong(written.group(2))))
                : Optional.empty();
    }
}
