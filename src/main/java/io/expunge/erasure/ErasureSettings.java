package io.expunge.erasure;

import io.expunge.catalog.yaml.InvalidYaml;
import io.expunge.catalog.yaml.YamlFile;
import io.expunge.catalog.yaml.YamlSource;
import io.expunge.deletion.RetryBudget;
import io.expunge.health.BreakerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How the erasure job works ({@code jobs/erasure.yaml}).
 *
 * @param workers partitions that are worked on at the same time
 * @param jobsPerRun most deletion jobs that one batch job instance takes
 * @param partitionsPerRun most partitions that one batch job instance plans
 * @param partitionPerJobUpTo with more deletion jobs than this in a run, resource types whose stores serve several tenants in
 *     one pass get partitions that are shared by a bucket of jobs
 * @param bucketSize most deletion jobs that share a partition
 * @param sliceDeadline time in which the store must have answered for one slice
 * @param turn time for which a job works in a partition that it shares before it is another's turn
 * @param lease time after which a job may be taken from a runner that no longer renews its hold
 * @param heartbeat time between renewals; under half the lease, so that one may be missed
 * @param retry of a slice, at once and in place
 * @param retryLater of a job that was left {@code WAITING_RETRY}
 * @param breaker when a store counts as out
 * @param poisonedSlicesPerPartition most slices of a partition that are set aside as dead letters
 * @param cleanSweeps most passes from the start that follow a pass that was resumed or disturbed
 * @param keepExecutions how long it is remembered how batch job instances went
 * @param schedule when it runs by itself
 */
public record ErasureSettings(
        int workers,
        int jobsPerRun,
        int partitionsPerRun,
        int partitionPerJobUpTo,
        int bucketSize,
        Duration sliceDeadline,
        Duration turn,
        Duration lease,
        Duration heartbeat,
        Retry retry,
        RetryLater retryLater,
        BreakerSettings breaker,
        int poisonedSlicesPerPartition,
        int cleanSweeps,
        Duration keepExecutions,
        ErasureSchedule schedule) {

    public ErasureSettings {
        if (heartbeat.multipliedBy(2).compareTo(lease) >= 0) {
            throw new IllegalArgumentException("heartbeat must be under half the lease");
        }
    }

    /** What is meant where the file says nothing. */
    public static ErasureSettings defaults() {
        return new ErasureSettings(
                4,
                250,
                1000,
                8,
                100,
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Retry.defaults(),
                RetryLater.defaults(),
                BreakerSettings.defaults(),
                20,
                3,
                Duration.ofDays(90),
                ErasureSchedule.defaults());
    }

    /**
     * What the file says, or the defaults if there is none.
     *
     * @throws InvalidYaml with all that is wrong
     */
    public static ErasureSettings readOrDefaults(Path file) {
        return Files.exists(file) ? read(file) : defaults();
    }

    /** @throws InvalidYaml with all that is wrong */
    public static ErasureSettings read(Path file) {
        return YamlFile.read(ErasureSettingsShape.SUBJECT, file, ErasureSettingsShape.shape());
    }

    /** @throws InvalidYaml with all that is wrong */
    public static ErasureSettings read(YamlSource source) {
        return YamlFile.read(ErasureSettingsShape.SUBJECT, source, ErasureSettingsShape.shape());
    }

    /**
     * Exponential backoff within a slice.
     *
     * @param attempts retries after the first try
     * @param jitter added or taken at random, so that partitions don't come back together
     */
    public record Retry(
            int attempts, Duration initialDelay, Duration maximumDelay, double multiplier, Duration jitter) {

        static Retry defaults() {
            return new Retry(3, Duration.ofMillis(200), Duration.ofSeconds(5), 2.0, Duration.ofMillis(50));
        }
    }

    /**
     * Exponential backoff between the runs that try a job again.
     *
     * @param budget how often a task of it may be left waiting before a person has to look
     */
    public record RetryLater(Duration initialDelay, Duration maximumDelay, double multiplier, RetryBudget budget) {

        private static final int RETRIES = 8;
        private static final int THROTTLES = 24;

        static RetryLater defaults() {
            return new RetryLater(Duration.ofMinutes(1), Duration.ofHours(6), 2.0, new RetryBudget(RETRIES, THROTTLES));
        }

        /**
         * Time to wait until the next try.
         *
         * @param failures runs in a row that left the job waiting, at least 1
         */
        public Duration delayAfter(int failures) {
            double millis = initialDelay.toMillis() * Math.pow(multiplier, failures - 1.0);
            return millis < (double) maximumDelay.toMillis() ? Duration.ofMillis((long) millis) : maximumDelay;
        }
    }
}
