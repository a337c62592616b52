package io.expunge.verification;

import io.expunge.catalog.yaml.InvalidYaml;
import io.expunge.catalog.yaml.YamlFile;
import io.expunge.catalog.yaml.YamlSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How the verification job works ({@code jobs/verification.yaml}).
 *
 * @param workers partitions that are looked at at the same time
 * @param jobsPerRun most deletion jobs that one batch job instance looks at
 * @param lease time after which a job may be taken from a runner that no longer renews its hold
 * @param heartbeat time between renewals; under half the lease, so that one may be missed
 * @param rounds most times that a job goes back to erasing because something was left, before a person is asked
 * @param lookAgain when to look again where nothing could be said and time may cure it
 * @param ownerToldAfterLooks looks in a row that could say nothing, after which the owner is told
 * @param watch times after {@code VERIFIED} at which it is looked whether the data came back; ascending, none means no watch
 * @param schedule when it runs by itself
 */
public record VerificationSettings(
        int workers,
        int jobsPerRun,
        Duration lease,
        Duration heartbeat,
        int rounds,
        LookAgain lookAgain,
        int ownerToldAfterLooks,
        List<Duration> watch,
        VerificationSchedule schedule) {

    public VerificationSettings {
        watch = List.copyOf(watch);
        if (heartbeat.multipliedBy(2).compareTo(lease) >= 0) {
            throw new IllegalArgumentException("heartbeat must be under half the lease");
        }
        if (!watch.stream().sorted().distinct().toList().equals(watch)) {
            throw new IllegalArgumentException("watch must ascend");
        }
    }

    /** What is meant where the file says nothing. */
    public static VerificationSettings defaults() {
        return new VerificationSettings(
                4,
                250,
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                5,
                new LookAgain(Duration.ofMinutes(1), Duration.ofHours(6), 2.0),
                3,
                List.of(Duration.ofDays(1), Duration.ofDays(7), Duration.ofDays(30)),
                VerificationSchedule.defaults());
    }

    /**
     * What the file says, or the defaults if there is none.
     *
     * @throws InvalidYaml with all that is wrong
     */
    public static VerificationSettings readOrDefaults(Path file) {
        return Files.exists(file) ? read(file) : defaults();
    }

    /** @throws InvalidYaml with all that is wrong */
    public static VerificationSettings read(Path file) {
        return YamlFile.read(VerificationSettingsShape.SUBJECT, file, VerificationSettingsShape.shape());
    }

    /** @throws InvalidYaml with all that is wrong */
    public static VerificationSettings read(YamlSource source) {
        return YamlFile.read(VerificationSettingsShape.SUBJECT, source, VerificationSettingsShape.shape());
    }

    /** Exponential backoff between looks that could say nothing. */
    public record LookAgain(Duration initialDelay, Duration maximumDelay, double multiplier) {

        /**
         * Time to wait until the next look.
         *
         * @param blindLooks looks in a row that could say nothing, at least 1
         */
        public Duration delayAfter(int blindLooks) {
            double millis = initialDelay.toMillis() * Math.pow(multiplier, blindLooks - 1.0);
            return millis < (double) maximumDelay.toMillis() ? Duration.ofMillis((long) millis) : maximumDelay;
        }
    }
}
