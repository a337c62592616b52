package io.expunge.verification;

import io.expunge.schedule.Cron;
import io.expunge.schedule.FireTimes;
import io.expunge.schedule.Hours;
import io.expunge.schedule.TimeOfDay;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * When looking is scheduled. {@code serve} fires by it, {@code verify --scheduled} keeps to its hours, and {@code status}
 * tells people the times that follow from it.
 *
 * @param hours outside of which no scheduled run works
 * @param looks when what is due is looked at
 * @param waits whether a fire stays for the looks that become due after it
 * @param until when a fire ends at the latest
 */
public record VerificationSchedule(Hours hours, Cron looks, boolean waits, Optional<TimeOfDay> until) {

    static VerificationSchedule defaults() {
        return new VerificationSchedule(
                new Hours(ZoneId.of("UTC"), Optional.empty()),
                Cron.of("30 6 * * *"),
                true,
                Optional.of(TimeOfDay.of(9, 0)));
    }

    /** When the fire that belongs to that moment has to end; empty if nothing ends it. */
    public Optional<Instant> endOfFire(Instant moment) {
        return looks.lastUpTo(moment, hours.zone()).flatMap(fire -> hours.end(fire, until));
    }

    /** When a look that is due at that moment is taken: then, if a fire waits for it, else at the next fire. */
    public Optional<Instant> lookFrom(Instant due) {
        return isWaitedFor(due) ? Optional.of(due) : new FireTimes(hours, looks).nextFrom(due);
    }

    private boolean isWaitedFor(Instant due) {
        return waits && hours.admit(due) && endOfFire(due).filter(due::isBefore).isPresent();
    }
}
