package io.expunge.report;

import io.expunge.erasure.ErasureSchedule;
import io.expunge.schedule.FireTimes;
import io.expunge.verification.VerificationSchedule;
import java.time.Instant;
import java.util.Optional;

/** The schedules in the settings of the two jobs, which {@code serve} fires by and crontabs and manifests repeat. */
public final class ScheduleForecast implements Forecast {

    private final ErasureSchedule erasure;
    private final VerificationSchedule verification;

    public ScheduleForecast(ErasureSchedule erasure, VerificationSchedule verification) {
        this.erasure = erasure;
        this.verification = verification;
    }

    @Override
    public Optional<Instant> begun(Instant due) {
        return new FireTimes(erasure.hours(), erasure.nightly()).nextFrom(due);
    }

    @Override
    public Optional<Instant> triedAgain(Instant due) {
        return erasure.retryFires().nextFrom(due);
    }

    @Override
    public Optional<Instant> lookedAt(Instant due) {
        return verification.lookFrom(due);
    }
}
