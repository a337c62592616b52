package io.expunge.report;

import io.expunge.erasure.ErasureSchedule;
import io.expunge.schedule.FireTimes;
import io.expunge.verification.VerificationSchedule;
import java.time.Instant;
import java.util.Optional;

/** The schedules in the settings of the two jobs, which {@code serve} fires by and crontabs and manifests repeat. */
public final class ScheduleForecast implements Forecast {

    private final Optional<ErasureSchedule> erasure;
    private final Optional<VerificationSchedule> verification;

    /** Of what is not known, no time is told. */
    public ScheduleForecast(Optional<ErasureSchedule> erasure, Optional<VerificationSchedule> verification) {
        this.erasure = erasure;
        this.verification = verification;
    }

    @Override
    public Optional<Instant> begun(Instant due) {
        return erasure.flatMap(schedule -> new FireTimes(schedule.hours(), schedule.nightly()).nextFrom(due));
    }

    @Override
    public Optional<Instant> triedAgain(Instant due) {
        return erasure.flatMap(schedule -> schedule.retryFires().nextFrom(due));
    }

    @Override
    public Optional<Instant> lookedAt(Instant due) {
        return verification.flatMap(schedule -> schedule.lookFrom(due));
    }
}
