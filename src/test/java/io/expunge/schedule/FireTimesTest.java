package io.expunge.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FireTimesTest {

    private static final Hours NIGHT =
            new Hours(ZoneId.of("UTC"), Optional.of(new Window(TimeOfDay.of(1, 0), TimeOfDay.of(6, 0))));

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T03:01:00Z, 2026-11-30T03:15:00Z",
        "2026-11-30T03:15:00Z, 2026-11-30T03:15:00Z",
        "2026-11-30T05:46:00Z, 2026-12-01T01:00:00Z",
        "2026-11-30T17:00:00Z, 2026-12-01T01:00:00Z",
        "2026-11-30T00:10:00Z, 2026-11-30T01:00:00Z"
    })
    void the_first_of_any_expression_inside_the_window(Instant due, Instant fire) {
        FireTimes fires = new FireTimes(NIGHT, Cron.of("0 2 * * *"), Cron.of("*/15 * * * *"));

        assertThat(fires.nextFrom(due)).contains(fire);
    }

    @Test
    void without_a_window_every_time_counts() {
        assertThat(new FireTimes(NIGHT.unbound(), Cron.of("0 12 * * *"))
                        .nextFrom(Instant.parse("2026-11-30T06:00:00Z")))
                .contains(Instant.parse("2026-11-30T12:00:00Z"));
    }

    @Test
    void there_is_none_where_they_never_meet() {
        assertThat(new FireTimes(NIGHT, Cron.of("0 12 * * *")).nextFrom(Instant.parse("2026-11-30T06:00:00Z")))
                .isEmpty();
    }
}
