package io.expunge.plan;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A job's plan, and what was counted for it: what one person asks to have approved, and another approves.
 *
 * @param planHash of the plan; what was approved counts for this plan only
 * @param counts one per task, in the order of the plan
 */
public record CountedPlan(String jobId, int round, String catalogHash, String planHash, List<TaskCount> counts) {

    public CountedPlan {
        counts = List.copyOf(counts);
    }

    /** Over the job, its plan and every count; another count is another hash. */
    public String approvalHash() {
        StringBuilder content = new StringBuilder("approval 1\n")
                .append(jobId)
                .append('\n')
                .append(planHash)
                .append('\n');
        counts.forEach(count -> content.append(count.name())
                .append(' ')
                .append(count.items().map(String::valueOf).orElse("unknown"))
                .append('\n'));
        return PlanHash.of(content.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** What was counted of that task; none if it was unknown or isn't in the plan. */
    Optional<Long> items(String resourceId, String location) {
        return counts.stream()
                .filter(count -> count.resourceId().equals(resourceId)
                        && count.location().equals(location))
                .findFirst()
                .flatMap(TaskCount::items);
    }

    /** All that was counted; what was unknown counts as nothing, so that nobody approves what nobody has seen. */
    public long total() {
        return total(counts);
    }

    static long total(List<TaskCount> counts) {
        return counts.stream()
                .flatMap(count -> count.items().stream())
                .mapToLong(Long::longValue)
                .sum();
    }
}
