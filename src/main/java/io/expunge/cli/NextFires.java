package io.expunge.cli;

import io.expunge.catalog.yaml.InvalidYaml;
import io.expunge.erasure.ErasureSchedule;
import io.expunge.erasure.ErasureSettings;
import io.expunge.report.Forecast;
import io.expunge.report.JobOverview;
import io.expunge.report.ScheduleForecast;
import io.expunge.verification.VerificationSchedule;
import io.expunge.verification.VerificationSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/**
 * When the schedules take up what is due: nothing happens before. The settings are read when the first job asks, because
 * most wait for nothing; where they can't be read, that is told once, and nothing is said about fires.
 */
final class NextFires {

    private final Instant now;
    private final Supplier<Optional<ErasureSchedule>> erasure;
    private final Supplier<Optional<VerificationSchedule>> verification;

    NextFires(Settings settings, Instant now, PrintWriter err) {
        this.now = now;
        this.erasure = SingletonSupplier.of(() -> read(
                settings.erasureSettings(),
                file -> ErasureSettings.readOrDefaults(file).schedule(),
                err));
        this.verification = SingletonSupplier.of(() -> read(
                settings.verificationSettings(),
                file -> VerificationSettings.readOrDefaults(file).schedule(),
                err));
    }

    private static <T> Optional<T> read(Path file, Function<Path, T> reader, PrintWriter err) {
        try {
            return Optional.of(reader.apply(file));
        } catch (InvalidYaml unreadable) {
            err.println("expunge: fires are not told: " + unreadable.getMessage());
            return Optional.empty();
        }
    }

    /** When a job that waits for a retry is tried again. */
    Optional<Instant> ofRetry(JobOverview job) {
        return job.nextRetryAt()
                .flatMap(due ->
                        erasure.get().flatMap(schedule -> schedule.retryFires().nextFrom(notPast(due))));
    }

    /** When a job that waits for a look is looked at. */
    Optional<Instant> ofLook(JobOverview job) {
        return job.nextLookAt().flatMap(due -> verification.get().flatMap(schedule -> schedule.lookFrom(notPast(due))));
    }

    /** The same for jobs that have more than one fire before them. */
    Forecast forecast() {
        return new ScheduleForecast(erasure.get(), verification.get());
    }

    private Instant notPast(Instant due) {
        return due.isBefore(now) ? now : due;
    }
}
