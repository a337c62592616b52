package io.expunge.store.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who the server is and what it is fit for, from one {@code INFO}, so that all of it was true at once.
 *
 * @param history process and dataset, and the point reached
 * @param primary false for a replica
 * @param inStep on a replica: linked to its primary and not in the middle of a full copy
 * @param loading still reading its dataset from disk: what it can't find may come
 * @param databases those that hold a key
 */
record ServerInfo(
        History history,
        boolean primary,
        boolean inStep,
        boolean loading,
        boolean clustered,
        SortedSet<Integer> databases) {

    static ServerInfo parse(String info) {
        Map<String, String> fields = new HashMap<>();
        SortedSet<Integer> databases = new TreeSet<>();
        info.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                String name = line.substring(0, colon);
                fields.put(name, line.substring(colon + 1).strip());
                if (name.matches("db\\d{1,6}")) {
                    databases.add(Integer.parseInt(name.substring(2)));
                }
            }
        });
        boolean primary = field(fields, "role").equals("master");
        return new ServerInfo(
                new History(
                        field(fields, "run_id"),
                        field(fields, "master_replid"),
                        Long.parseLong(field(fields, primary ? "master_repl_offset" : "slave_repl_offset"))),
                primary,
                "up".equals(fields.get("master_link_status")) && "0".equals(fields.get("master_sync_in_progress")),
                "1".equals(fields.get("loading")) || "1".equals(fields.get("async_loading")),
                "1".equals(fields.get("cluster_enabled")),
                databases);
    }

    /** A server that doesn't say who it is can't be trusted with the rest. */
    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null || value.isEmpty()) {
            throw new RedisFault(FaultKind.CONFIGURATION, "INFO");
        }
        return value;
    }

    /** The databases that hold a key, without this one. */
    SortedSet<Integer> databasesBut(int one) {
        SortedSet<Integer> others = new TreeSet<>(databases);
        others.remove(one);
        return others;
    }

    /** Whether it is the server that the catalog pins; any is, where none is pinned. */
    boolean isThe(Optional<String> pinned) {
        return pinned.isEmpty() || pinned.get().equals(history.runId());
    }
}
