package io.expunge.erasure;

import static io.expunge.catalog.yaml.Scalars.decimal;
import static io.expunge.catalog.yaml.Scalars.duration;
import static io.expunge.catalog.yaml.Scalars.integer;
import static io.expunge.catalog.yaml.Scalars.positiveDuration;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import io.expunge.deletion.RetryBudget;
import io.expunge.health.BreakerSettings;
import io.expunge.schedule.Cron;
import io.expunge.schedule.Hours;
import io.expunge.schedule.ScheduleShapes;
import io.expunge.schedule.Window;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/** What {@code jobs/erasure.yaml} may say. */
final class ErasureSettingsShape {

    static final String SUBJECT = "The erasure settings";

    private static final ErasureSettings DEFAULTS = ErasureSettings.defaults();

    private ErasureSettingsShape() {}

    static Shape<ErasureSettings> shape() {
        return Shape.mapping("a mapping", ErasureSettingsShape::read);
    }

    private static Optional<ErasureSettings> read(YamlMapping file) {
        Field<Integer> workers = file.optional("workers", integer(1, 256), DEFAULTS.workers());
        Field<Integer> jobsPerRun = file.optional("jobs-per-run", integer(1, 100_000), DEFAULTS.jobsPerRun());
        Field<Integer> partitionsPerRun =
                file.optional("partitions-per-run", integer(1, 100_000), DEFAULTS.partitionsPerRun());
        Field<Integer> partitionPerJobUpTo =
                file.optional("partition-per-job-up-to", integer(0), DEFAULTS.partitionPerJobUpTo());
        Field<Integer> bucketSize = file.optional("bucket-size", integer(1, 10_000), DEFAULTS.bucketSize());
        Field<Duration> sliceDeadline = file.optional("slice-deadline", positiveDuration(), DEFAULTS.sliceDeadline());
        Field<Duration> turn = file.optional("turn", positiveDuration(), DEFAULTS.turn());
        Field<Duration> lease = file.optional("lease", positiveDuration(), DEFAULTS.lease());
        Field<Duration> heartbeat = file.optional("heartbeat", positiveDuration(), DEFAULTS.heartbeat());
        Field<ErasureSettings.Retry> retry = file.optional("retry", retry(), DEFAULTS.retry());
        Field<ErasureSettings.RetryLater> retryLater =
                file.optional("retry-later", retryLater(), DEFAULTS.retryLater());
        Field<BreakerSettings> breaker = file.optional("breaker", breaker(), DEFAULTS.breaker());
        Field<Integer> poisonedSlices =
                file.optional("poisoned-slices-per-partition", integer(0), DEFAULTS.poisonedSlicesPerPartition());
        Field<Integer> cleanSweeps = file.optional("clean-sweeps", integer(1, 100), DEFAULTS.cleanSweeps());
        Field<Duration> keepExecutions =
                file.optional("keep-executions", positiveDuration(), DEFAULTS.keepExecutions());
        ErasureSchedule schedule = DEFAULTS.schedule();
        Field<ZoneId> zone = file.optional(
                "time-zone", ScheduleShapes.zone(), schedule.hours().zone());
        Field<Cron> nightly = file.optional("schedule", ScheduleShapes.cron(), schedule.nightly());
        Field<Cron> retries = file.optional("retries", ScheduleShapes.cron(), schedule.retries());
        Field<Optional<Window>> window = file.optional(
                "window", ScheduleShapes.window(), schedule.hours().window());
        ScheduleShapes.refuseOutside(file, "schedule", nightly, zone, window);
        ScheduleShapes.refuseOutside(file, "retries", retries, zone, window);
        file.refuse(
                heartbeat,
                beat -> lease.read()
                        .filter(held -> beat.multipliedBy(2).compareTo(held) >= 0)
                        .isPresent(),
                "heartbeat is half the lease or more",
                "less, so that a beat may be missed before the lease is over");
        return file.build(() -> new ErasureSettings(
                workers.get(),
                jobsPerRun.get(),
                partitionsPerRun.get(),
                partitionPerJobUpTo.get(),
                bucketSize.get(),
                sliceDeadline.get(),
                turn.get(),
                lease.get(),
                heartbeat.get(),
                retry.get(),
                retryLater.get(),
                breaker.get(),
                poisonedSlices.get(),
                cleanSweeps.get(),
                keepExecutions.get(),
                new ErasureSchedule(new Hours(zone.get(), window.get()), nightly.get(), retries.get())));
    }

    private static Shape<ErasureSettings.Retry> retry() {
        ErasureSettings.Retry defaults = DEFAULTS.retry();
        return Shape.mapping("a mapping with attempts and delays", mapping -> {
            Field<Integer> attempts = mapping.optional("attempts", integer(0, 100), defaults.attempts());
            Field<Duration> initial = mapping.optional("initial-delay", positiveDuration(), defaults.initialDelay());
            Field<Duration> maximum = mapping.optional("maximum-delay", positiveDuration(), defaults.maximumDelay());
            Field<Double> multiplier = mapping.optional("multiplier", decimal(1, 100), defaults.multiplier());
            Field<Duration> jitter = mapping.optional("jitter", duration(), defaults.jitter());
            refuseShorter(mapping, initial, maximum);
            return mapping.build(() -> new ErasureSettings.Retry(
                    attempts.get(), initial.get(), maximum.get(), multiplier.get(), jitter.get()));
        });
    }

    private static Shape<ErasureSettings.RetryLater> retryLater() {
        ErasureSettings.RetryLater defaults = DEFAULTS.retryLater();
        return Shape.mapping("a mapping with delays and budgets", mapping -> {
            Field<Duration> initial = mapping.optional("initial-delay", positiveDuration(), defaults.initialDelay());
            Field<Duration> maximum = mapping.optional("maximum-delay", positiveDuration(), defaults.maximumDelay());
            Field<Double> multiplier = mapping.optional("multiplier", decimal(1, 100), defaults.multiplier());
            Field<Integer> retries = mapping.optional(
                    "task-budget", integer(1, 10_000), defaults.budget().retries());
            Field<Integer> throttles = mapping.optional(
                    "throttled-budget", integer(1, 10_000), defaults.budget().throttles());
            refuseShorter(mapping, initial, maximum);
            return mapping.build(() -> new ErasureSettings.RetryLater(
                    initial.get(), maximum.get(), multiplier.get(), new RetryBudget(retries.get(), throttles.get())));
        });
    }

    private static Shape<BreakerSettings> breaker() {
        BreakerSettings defaults = DEFAULTS.breaker();
        return Shape.mapping("a mapping with failures and pauses", mapping -> {
            Field<Integer> failures = mapping.optional("failures", integer(1, 1000), defaults.failures());
            Field<Duration> first = mapping.optional("first-probe", positiveDuration(), defaults.firstProbe());
            Field<Duration> longest = mapping.optional("longest-pause", positiveDuration(), defaults.longestPause());
            mapping.refuse(
                    longest,
                    pause -> first.read()
                            .filter(probe -> probe.compareTo(pause) > 0)
                            .isPresent(),
                    "longest-pause is shorter than first-probe",
                    "at least as long");
            return mapping.build(() -> new BreakerSettings(failures.get(), first.get(), longest.get()));
        });
    }

    private static void refuseShorter(YamlMapping mapping, Field<Duration> initial, Field<Duration> maximum) {
        mapping.refuse(
                maximum,
                longest -> initial.read()
                        .filter(first -> first.compareTo(longest) > 0)
                        .isPresent(),
                "maximum-delay is shorter than initial-delay",
                "at least as long");
    }
}
