package io.expunge.store.opensearch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Runs deletions by query as tasks of the cluster's: a call that waited for its answer would be cut off by a proxy while the
 * cluster goes on, and is answered with a header per batch (opensearch-project/OpenSearch#18245).
 *
 * @param name under which tasks are started, so that they are known again
 */
record DeleteByQuery(SearchLink link, String name, Deadline deadline) {

    static final Duration QUESTION = Duration.ofSeconds(30);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /** Documents of a batch; more makes each bulk request large without being faster (measured). */
    private static final int BATCH = 5_000;

    /** Documents below which it isn't worth while to search with several threads. */
    private static final int WORTH_A_SLICE = 1_000;

    private static final int MOST_SLICES = 8;

    /**
     * Waits for what an earlier call under this name has left running: a process that died, an answer that was lost. Two at
     * once would meet in conflicts, and under a fence that the query doesn't carry the older must not outlive its check.
     */
    void awaitEarlier() {
        JsonNode running =
                link.ask(Call.get("_tasks").with("actions", "indices:data/write/delete/byquery"), deadline, QUESTION);
        if (!running.path("node_failures").isMissingNode()
                || !running.path("task_failures").isMissingNode()) {
            throw new SearchFault(FaultKind.CONTENDED, "TASKS_UNKNOWN");
        }
        List<String> ours = running.path("nodes").values().stream()
                .flatMap(node -> node.path("tasks").properties().stream())
                .filter(task -> task.getValue()
                        .path("headers")
                        .path("X-Opaque-Id")
                        .asString("")
                        .equals(name))
                .filter(task -> task.getValue().path("parent_task_id").isMissingNode())
                .map(Map.Entry::getKey)
                .toList();
        ours.forEach(this::awaitEnd);
    }

    private void awaitEnd(String task) {
        try {
            await(task);
        } catch (SearchFault howItEnded) {
            if (deadline.over()) {
                throw new SearchFault(FaultKind.CONTENDED, "TASK_RUNNING");
            }
            // What it left undone is found again.
        }
    }

    /**
     * Deletes up to so many documents of one concrete index.
     *
     * @throws SearchFault if that may not have ended well
     */
    Deletion run(OwnedIndex index, Map<String, ?> query, int room) {
        // Each slice of a query gets an equal share of max_docs, which must not be zero: nothing would be found.
        int slices = Math.max(1, Math.min(Math.min(index.primaries(), MOST_SLICES), room / WORTH_A_SLICE));
        Call call = Call.post(index.name(), "_delete_by_query")
                .with("wait_for_completion", false)
                .with("conflicts", "proceed")
                .with("slices", slices)
                .with("max_docs", room)
                .with("scroll_size", Math.min(BATCH, room))
                .with("ignore_unavailable", false)
                .with("allow_no_indices", false)
                .saying(Map.of("query", query))
                .named(name)
                .writing();
        String task = link.ask(call, deadline, QUESTION).path("task").asString("");
        if (task.isEmpty()) {
            throw new SearchFault(FaultKind.AMBIGUOUS, "TASK");
        }
        return Deletion.of(await(task));
    }

    private JsonNode await(String task) {
        for (Duration pause = FIRST_PAUSE; ; pause = longer(pause)) {
            deadline.pause(pause);
            if (deadline.over() || Thread.currentThread().isInterrupted()) {
                cancel(task);
                throw new SearchFault(FaultKind.AMBIGUOUS, deadline.over() ? "DEADLINE" : "INTERRUPTED");
            }
            JsonNode state = state(task);
            if (state.path("completed").asBoolean(false)) {
                return state;
            }
        }
    }

    /** A node that went took its tasks along, and a result that couldn't be kept is gone too. */
    private JsonNode state(String task) {
        try {
            return link.ask(Call.get("_tasks", task), deadline, QUESTION);
        } catch (SearchFault fault) {
            // The second where no result of any task was ever kept.
            boolean lost = fault.code().equals("HTTP_404") || fault.kind() == FaultKind.MISSING;
            throw lost ? new SearchFault(FaultKind.AMBIGUOUS, "TASK_LOST") : fault;
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    /** As good as it goes: a task that goes on deletes only what it was started for, and is waited for next time. */
    private void cancel(String task) {
        boolean interrupted = Thread.interrupted();
        try {
            link.ask(Call.post("_tasks", task, "_cancel"), Deadline.in(Duration.ofSeconds(2)), QUESTION);
        } catch (SearchFault unheard) {
            // The outcome is unknown either way.
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
