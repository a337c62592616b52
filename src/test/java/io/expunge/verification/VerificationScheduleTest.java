package io.expunge.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.schedule.Cron;
import io.expunge.schedule.TimeOfDay;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VerificationScheduleTest {

    private static final VerificationSchedule SHIPPED = VerificationSchedule.defaults();

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T06:29:59Z, 2026-11-30T06:30:00Z",
        "2026-11-30T06:30:00Z, 2026-11-30T06:30:00Z",
        "2026-11-30T07:12:34Z, 2026-11-30T07:12:34Z",
        "2026-11-30T08:59:59Z, 2026-11-30T08:59:59Z",
        "2026-11-30T09:00:00Z, 2026-12-01T06:30:00Z"
    })
    void a_look_that_falls_due_while_a_fire_waits_is_taken_then(Instant due, Instant look) {
        assertThat(SHIPPED.lookFrom(due)).contains(look);
    }

    @Test
    void where_no_fire_waits_it_is_taken_at_the_next() {
        VerificationSchedule atOnce = new VerificationSchedule(
                SHIPPED.hours(), Cron.of("30 6 * * *"), false, Optional.of(TimeOfDay.of(9, 0)));

        assertThat(atOnce.lookFrom(Instant.parse("2026-11-30T07:00:00Z")))
                .contains(Instant.parse("2026-12-01T06:30:00Z"));
    }

    @Test
    void a_fire_that_is_made_up_for_ends_when_that_of_its_time_would_have() {
        assertThat(SHIPPED.endOfFire(Instant.parse("2026-11-30T06:30:00Z")))
                .contains(Instant.parse("2026-11-30T09:00:00Z"));
        assertThat(SHIPPED.endOfFire(Instant.parse("2026-11-30T10:12:13Z")))
                .contains(Instant.parse("2026-11-30T09:00:00Z"));
    }
}
