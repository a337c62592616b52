package io.expunge.store.opensearch;

import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * What a finished delete by query acknowledged. A task that was cancelled or cut off says {@code completed} too, and names
 * no error; so whatever isn't said isn't taken for good.
 *
 * @param total documents that were found
 * @param conflicts documents that changed after they were found, and therefore stayed
 */
record Deletion(long total, long deleted, long conflicts) {

    /**
     * Reads the result of a task that is over.
     *
     * @throws SearchFault if it didn't end well; what it deleted until then is deleted
     */
    static Deletion of(JsonNode task) {
        if (!task.path("error").isMissingNode()) {
            throw SearchFault.answered(SearchFault.NO_STATUS, task.path("error"), true);
        }
        JsonNode response = task.path("response");
        if (!response.path("canceled").isMissingNode()
                || task.path("task").path("cancelled").asBoolean(false)) {
            throw new SearchFault(FaultKind.CONTENDED, "TASK_CANCELLED");
        }
        requireNoFailure(response.path("failures"));
        JsonNode timedOut = response.path("timed_out");
        if (!timedOut.isBoolean()) {
            throw unclear();
        }
        if (timedOut.booleanValue()) {
            throw new SearchFault(FaultKind.CONTENDED, "TIMED_OUT");
        }
        Deletion deletion = new Deletion(
                number(response, "total"), number(response, "deleted"), number(response, "version_conflicts"));
        if (deletion.deleted > deletion.total) {
            throw unclear();
        }
        return deletion;
    }

    private static void requireNoFailure(JsonNode failures) {
        if (!failures.isArray()) {
            throw unclear();
        }
        if (!failures.isEmpty()) {
            JsonNode first = failures.path(0);
            JsonNode cause = first.path("cause").isMissingNode() ? first.path("reason") : first.path("cause");
            throw SearchFault.answered(first.path("status").asInt(SearchFault.NO_STATUS), cause, true);
        }
    }

    private static long number(JsonNode response, String name) {
        JsonNode number = response.path(name);
        return (number.isIntegralNumber() ? OptionalLong.of(number.longValue()) : OptionalLong.empty())
                .orElseThrow(Deletion::unclear);
    }

    private static SearchFault unclear() {
        return new SearchFault(FaultKind.AMBIGUOUS, "TASK_RESULT");
    }

    /** Whether the index, as it was refreshed, held nothing. */
    boolean foundNothing() {
        return total == 0 && conflicts == 0;
    }

    /** Whether documents that were found are still there. */
    boolean isDisturbed() {
        return conflicts > 0 || deleted < total;
    }
}
