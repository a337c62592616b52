package io.expunge.store.opensearch;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Tasks of the cluster's that can still bring documents into an index, or out of it into another: copying and updating by
 * query. A writer's own requests are over too soon to be seen here; the second look is for them.
 */
final class RunningWrites {

    static final Call QUESTION = Call.get("_tasks")
            .with("actions", "indices:data/write/reindex,indices:data/write/*/byquery")
            .with("detailed", true);

    /** {@code reindex from [a, b] to [c]}; whatever is said of a remote source isn't a name of ours. */
    private static final Pattern NAMES = Pattern.compile("\\[([^\\[\\]]*)]");

    private RunningWrites() {}

    /**
     * Whether such a task names one of these indices or aliases, or doesn't say what it works on. An eraser's deletions don't
     * count: they take documents away only, and what they have not reached yet is seen.
     */
    static boolean concern(JsonNode tasks, Set<String> names) {
        if (!tasks.path("node_failures").isMissingNode()
                || !tasks.path("task_failures").isMissingNode()) {
            return true;
        }
        return tasks.path("nodes").values().stream()
                .flatMap(node -> node.path("tasks").values().stream())
                .filter(task ->
                        !task.path("headers").path("X-Opaque-Id").asString("").startsWith(EraserTasks.PREFIX))
                .anyMatch(task -> concerns(task.path("description").asString(""), names));
    }

    private static boolean concerns(String description, Set<String> names) {
        Matcher lists = NAMES.matcher(description);
        boolean named = false;
        while (lists.find()) {
            named = true;
            boolean ours = Arrays.stream(lists.group(1).split(",", -1))
                    .map(String::strip)
                    .anyMatch(name ->
                            names.contains(name) || name.isEmpty() || name.contains("*") || name.equals("_all"));
            if (ours) {
                return true;
            }
        }
        return !named;
    }
}
