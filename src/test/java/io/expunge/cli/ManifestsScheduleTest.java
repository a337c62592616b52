package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.erasure.ErasureSchedule;
import io.expunge.erasure.ErasureSettings;
import io.expunge.schedule.Cron;
import io.expunge.schedule.TimeOfDay;
import io.expunge.verification.VerificationSchedule;
import io.expunge.verification.VerificationSettings;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The CronJobs fire when the settings say, and are given the time that the settings leave. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManifestsScheduleTest {

    /** Longer than the product takes to stop by itself. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private final ErasureSchedule erasure =
            ErasureSettings.read(Path.of("jobs", "erasure.yaml")).schedule();
    private final VerificationSchedule verification =
            VerificationSettings.read(Path.of("jobs", "verification.yaml")).schedule();

    @Test
    void each_fires_when_the_settings_say() {
        assertThat(cron("erasure").getSpec().getSchedule())
                .isEqualTo(erasure.nightly().toString());
        assertThat(cron("retries").getSpec().getSchedule())
                .isEqualTo(erasure.retries().toString());
        assertThat(cron("verification").getSpec().getSchedule())
                .isEqualTo(verification.looks().toString());
        assertThat(zone("erasure")).isEqualTo(erasure.hours().zone());
        assertThat(zone("retries")).isEqualTo(erasure.hours().zone());
        assertThat(zone("verification")).isEqualTo(verification.hours().zone());
    }

    @Test
    void looking_ends_when_the_settings_say() {
        Path file = Manifests.FOLDER.resolve("verification.yaml");

        assertThat(CommandLines.parse(Manifests.arguments(file, "x"))
                        .subcommand()
                        .matchedOptionValue("--until", TimeOfDay.of(0, 0)))
                .isEqualTo(verification.until().orElseThrow());
    }

    /** The product ends at its hour by itself; the deadline is for one that doesn't. */
    @Test
    void the_deadline_leaves_the_product_its_window_and_no_more_than_that() {
        Instant begun = new io.expunge.schedule.FireTimes(erasure.hours(), erasure.nightly())
                .nextFrom(NOON)
                .orElseThrow();
        Duration window = Duration.between(
                begun, erasure.hours().end(begun, java.util.Optional.empty()).orElseThrow());
        Instant looked = verification
                .looks()
                .nextAfter(NOON, verification.hours().zone())
                .orElseThrow();
        Duration looks = Duration.between(looked, verification.endOfFire(looked).orElseThrow());

        assertThat(deadline("erasure")).isEqualTo(window.plus(MARGIN));
        assertThat(deadline("retries")).isEqualTo(window.plus(MARGIN));
        assertThat(deadline("verification")).isEqualTo(looks.plus(MARGIN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"erasure", "retries", "verification"})
    void a_fire_that_comes_late_is_over_before_the_next_and_never_two_at_once(String name) {
        CronJob cron = cron(name);
        Cron times = Cron.of(cron.getSpec().getSchedule());
        Instant first = times.nextAfter(NOON, zone(name)).orElseThrow();
        Duration between =
                Duration.between(first, times.nextAfter(first, zone(name)).orElseThrow());

        assertThat(cron.getSpec().getConcurrencyPolicy()).isEqualTo("Forbid");
        assertThat(Duration.ofSeconds(cron.getSpec().getStartingDeadlineSeconds()))
                .isPositive()
                .isLessThan(between);
        assertThat(cron.getSpec().getSuccessfulJobsHistoryLimit()).isPositive();
        assertThat(cron.getSpec().getFailedJobsHistoryLimit()).isPositive();
        assertThat(cron.getMetadata().getName()).isEqualTo("expunge-" + name).hasSizeLessThanOrEqualTo(52);
    }

    @Test
    void the_crontab_fires_when_the_settings_say() {
        List<CrontabExample.Line> lines = CrontabExample.lines();

        assertThat(lines)
                .extracting(CrontabExample.Line::schedule)
                .containsExactly(
                        erasure.nightly().toString(),
                        erasure.retries().toString(),
                        verification.looks().toString());
        assertThat(CrontabExample.variables())
                .containsEntry("CRON_TZ", erasure.hours().zone().getId());
        assertThat(erasure.hours().zone()).isEqualTo(verification.hours().zone());
        assertThat(lines.get(2).arguments())
                .contains(verification.until().orElseThrow().toString());
    }

    private static CronJob cron(String name) {
        return (CronJob) Manifests.object(Manifests.FOLDER.resolve(name + ".yaml"));
    }

    private static ZoneId zone(String name) {
        return ZoneId.of(cron(name).getSpec().getTimeZone());
    }

    private static Duration deadline(String name) {
        return Duration.ofSeconds(
                cron(name).getSpec().getJobTemplate().getSpec().getActiveDeadlineSeconds());
    }
}
