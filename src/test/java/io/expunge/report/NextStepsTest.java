package io.expunge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.JobState;
import io.expunge.tenant.TenantReference;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NextStepsTest {

    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "ACCEPTED, scripts/expunge run",
        "WAITING_RETRY, scripts/expunge run --job dj_1",
        "AWAITING_VERIFICATION, scripts/expunge verify --job dj_1 --wait",
        "VERIFIED, scripts/expunge evidence show dj_1",
        "CANCELLED, scripts/expunge submit --help",
        "FAILED, scripts/expunge resume dj_1"
    })
    void every_state_leads_somewhere(JobState state, String command) {
        JobOverview job = job(state, Optional.empty(), NOW);

        assertThat(NextSteps.commands(job, NOW)).containsExactly(command);
        assertThat(NextSteps.command(job, NOW)).isEqualTo(command);
    }

    @Test
    void a_running_job_is_watched_while_its_lease_counts_and_run_again_after() {
        JobOverview job = job(JobState.RUNNING, Optional.empty(), NOW);

        assertThat(NextSteps.commands(job, NOW.minusSeconds(1))).containsExactly("scripts/expunge status dj_1");
        assertThat(NextSteps.commands(job, NOW)).containsExactly("scripts/expunge run");
    }

    @ParameterizedTest
    @EnumSource
    void every_block_has_a_way_on(BlockReason reason) {
        JobOverview job = job(JobState.BLOCKED, Optional.of(reason), NOW);

        assertThat(NextSteps.ways(job)).isNotEmpty();
        assertThat(NextSteps.command(job, NOW)).isEqualTo("scripts/expunge status dj_1");
        assertThat(NextSteps.commands(job, NOW))
                .containsExactly(
                        switch (reason) {
                            case PROTECTED -> "scripts/expunge status dj_1";
                            case CAP -> "scripts/expunge plan dj_1";
                            default -> "scripts/expunge resume dj_1";
                        });
    }

    @Test
    void a_reopened_tenant_leaves_three_ways_and_names_the_generation_met() {
        assertThat(NextSteps.ways(job(JobState.BLOCKED, Optional.of(BlockReason.REOPENED), NOW)))
                .hasSize(3)
                .anySatisfy(way -> assertThat(way).startsWith("leave it"))
                .anySatisfy(way -> assertThat(way).contains("submit --generation 2"))
                .anySatisfy(way -> assertThat(way).contains("on-reopen: erase-older", "migrate", "replan dj_1"));
    }

    private static JobOverview job(JobState state, Optional<BlockReason> reason, Instant leaseUntil) {
        return new JobOverview(
                "dj_1",
                new TenantReference("key", "0".repeat(64)),
                1,
                state,
                reason,
                Optional.of(2),
                "STAGE",
                1,
                NOW,
                "CONTRACT_ENDED",
                Optional.empty(),
                "somebody",
                NOW,
                NOW,
                Optional.empty(),
                Optional.empty(),
                NOW,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(leaseUntil),
                Optional.empty(),
                "sha256:0",
                0,
                0,
                0);
    }
}
