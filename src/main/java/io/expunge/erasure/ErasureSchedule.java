package io.expunge.erasure;

import io.expunge.schedule.Cron;
import io.expunge.schedule.FireTimes;
import io.expunge.schedule.Hours;
import io.expunge.schedule.TimeOfDay;
import io.expunge.schedule.Window;
import java.time.ZoneId;
import java.util.Optional;

/**
 * When erasing is scheduled. {@code serve} fires by it, {@code run --scheduled} keeps to its hours, and {@code status} tells
 * people the times that follow from it.
 *
 * @param hours outside of which no scheduled run works
 * @param nightly when everything that is due is worked on
 * @param retries when what waits for a retry is tried again
 */
public record ErasureSchedule(Hours hours, Cron nightly, Cron retries) {

    static ErasureSchedule defaults() {
        return new ErasureSchedule(
                new Hours(ZoneId.of("UTC"), Optional.of(new Window(TimeOfDay.of(1, 0), TimeOfDay.of(6, 0)))),
                Cron.of("0 1 * * *"),
                Cron.of("*/15 * * * *"));
    }

    /** When a job that waits for a retry is taken up: by either of the two. */
    public FireTimes retryFires() {
        return new FireTimes(hours, nightly, retries);
    }
}
