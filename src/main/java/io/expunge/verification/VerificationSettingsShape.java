package io.expunge.verification;

import static io.expunge.catalog.yaml.Scalars.decimal;
import static io.expunge.catalog.yaml.Scalars.integer;
import static io.expunge.catalog.yaml.Scalars.positiveDuration;
import static io.expunge.catalog.yaml.Scalars.truth;

import io.expunge.catalog.yaml.Field;
import io.expunge.catalog.yaml.Shape;
import io.expunge.catalog.yaml.YamlMapping;
import io.expunge.schedule.Cron;
import io.expunge.schedule.Hours;
import io.expunge.schedule.ScheduleShapes;
import io.expunge.schedule.TimeOfDay;
import io.expunge.schedule.Window;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What {@code jobs/verification.yaml} may say. */
final class VerificationSettingsShape {

    static final String SUBJECT = "The verification settings";

    private static final VerificationSettings DEFAULTS = VerificationSettings.defaults();

    private VerificationSettingsShape() {}

    static Shape<VerificationSettings> shape() {
        return Shape.mapping("a mapping", VerificationSettingsShape::read);
    }

    private static Optional<VerificationSettings> read(YamlMapping file) {
        Field<Integer> workers = file.optional("workers", integer(1, 256), DEFAULTS.workers());
        Field<Integer> jobsPerRun = file.optional("jobs-per-run", integer(1, 100_000), DEFAULTS.jobsPerRun());
        Field<Duration> lease = file.optional("lease", positiveDuration(), DEFAULTS.lease());
        Field<Duration> heartbeat = file.optional("heartbeat", positiveDuration(), DEFAULTS.heartbeat());
        Field<Integer> rounds = file.optional("rounds", integer(1, 100), DEFAULTS.rounds());
        Field<VerificationSettings.LookAgain> lookAgain =
                file.optional("look-again", lookAgain(), DEFAULTS.lookAgain());
        Field<Integer> ownerToldAfterLooks =
                file.optional("owner-told-after-looks", integer(1, 1000), DEFAULTS.ownerToldAfterLooks());
        Field<List<Duration>> watch = file.optional("watch", Shape.listOf(positiveDuration()), DEFAULTS.watch());
        VerificationSchedule schedule = DEFAULTS.schedule();
        Field<ZoneId> zone = file.optional(
                "time-zone", ScheduleShapes.zone(), schedule.hours().zone());
        Field<Cron> looks = file.optional("schedule", ScheduleShapes.cron(), schedule.looks());
        Field<Optional<Window>> window = file.optional(
                "window", ScheduleShapes.window(), schedule.hours().window());
        Field<Fire> fire = file.optional("fire", fire(), new Fire(schedule.waits(), schedule.until()));
        ScheduleShapes.refuseOutside(file, "schedule", looks, zone, window);
        file.refuse(
                heartbeat,
                beat -> lease.read()
                        .filter(held -> beat.multipliedBy(2).compareTo(held) >= 0)
                        .isPresent(),
                "heartbeat is half the lease or more",
                "less, so that a beat may be missed before the lease is over");
        file.refuse(
                watch,
                times -> !times.stream().sorted().distinct().toList().equals(times),
                "watch doesn't ascend",
                "times after VERIFIED, each later than the one before");
        return file.build(() -> new VerificationSettings(
                workers.get(),
                jobsPerRun.get(),
                lease.get(),
                heartbeat.get(),
                rounds.get(),
                lookAgain.get(),
                ownerToldAfterLooks.get(),
                watch.get(),
                new VerificationSchedule(
                        new Hours(zone.get(), window.get()),
                        looks.get(),
                        fire.get().waits(),
                        fire.get().until())));
    }

    /** The options of a fire. */
    private record Fire(boolean waits, Optional<TimeOfDay> until) {}

    private static Shape<Fire> fire() {
        VerificationSchedule defaults = DEFAULTS.schedule();
        return Shape.mapping("a mapping with wait and until", mapping -> {
            Field<Boolean> waits = mapping.optional("wait", truth(), defaults.waits());
            Field<Optional<TimeOfDay>> until =
                    mapping.optional("until", ScheduleShapes.timeOfDay().map(Optional::of), defaults.until());
            return mapping.build(() -> new Fire(waits.get(), until.get()));
        });
    }

    private static Shape<VerificationSettings.LookAgain> lookAgain() {
        VerificationSettings.LookAgain defaults = DEFAULTS.lookAgain();
        return Shape.mapping("a mapping with delays", mapping -> {
            Field<Duration> initial = mapping.optional("initial-delay", positiveDuration(), defaults.initialDelay());
            Field<Duration> maximum = mapping.optional("maximum-delay", positiveDuration(), defaults.maximumDelay());
            Field<Double> multiplier = mapping.optional("multiplier", decimal(1, 100), defaults.multiplier());
            mapping.refuse(
                    maximum,
                    longest -> initial.read()
                            .filter(first -> first.compareTo(longest) > 0)
                            .isPresent(),
                    "maximum-delay is shorter than initial-delay",
                    "at least as long");
            return mapping.build(
                    () -> new VerificationSettings.LookAgain(initial.get(), maximum.get(), multiplier.get()));
        });
    }
}
