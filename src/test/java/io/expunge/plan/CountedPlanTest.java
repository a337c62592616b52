package io.expunge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CountedPlanTest {

    private static final TaskCount FIVE = new TaskCount("main.users", "primary", Optional.of(5L));
    private static final TaskCount UNKNOWN = new TaskCount("cache.keys", "primary", Optional.empty());

    @Test
    void what_is_approved_is_one_job_one_plan_and_every_count() {
        assertThat(List.of(
                        plan("dj_1", "plan", FIVE, UNKNOWN).approvalHash(),
                        plan("dj_2", "plan", FIVE, UNKNOWN).approvalHash(),
                        plan("dj_1", "other", FIVE, UNKNOWN).approvalHash(),
                        plan("dj_1", "plan", FIVE).approvalHash(),
                        plan("dj_1", "plan", new TaskCount("main.users", "primary", Optional.of(6L)), UNKNOWN)
                                .approvalHash(),
                        plan("dj_1", "plan", FIVE, new TaskCount("cache.keys", "primary", Optional.of(0L)))
                                .approvalHash()))
                .doesNotHaveDuplicates()
                .allMatch(hash -> hash.matches("sha256:[0-9a-f]{64}"));
    }

    @Test
    void the_same_counts_are_the_same_hash_in_whatever_round() {
        assertThat(new CountedPlan("dj_1", 2, "catalog", "plan", List.of(FIVE)).approvalHash())
                .isEqualTo(plan("dj_1", "plan", FIVE).approvalHash());
    }

    @Test
    void what_is_unknown_is_written_as_such_and_comes_back_as_such() {
        String json = CountsJson.write(List.of(FIVE, UNKNOWN));

        assertThat(json)
                .isEqualTo("[{\"items\":5,\"location\":\"primary\",\"resource\":\"main.users\"},"
                        + "{\"location\":\"primary\",\"resource\":\"cache.keys\"}]");
        assertThat(CountsJson.read(json)).containsExactly(FIVE, UNKNOWN);
    }

    private static CountedPlan plan(String job, String hash, TaskCount... counts) {
        return new CountedPlan(job, 1, "catalog", hash, List.of(counts));
    }
}
