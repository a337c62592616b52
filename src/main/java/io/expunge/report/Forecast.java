package io.expunge.report;

import java.time.Instant;
import java.util.Optional;

/** When the jobs are started without a person, as far as the settings say; empty for never. Estimates: nobody waits for them. */
public interface Forecast {

    /** When what is new at this time is begun. */
    Optional<Instant> begun(Instant due);

    /** When what is due at this time is tried again. */
    Optional<Instant> triedAgain(Instant due);

    /** When the look that is due at this time is taken. */
    Optional<Instant> lookedAt(Instant due);
}
