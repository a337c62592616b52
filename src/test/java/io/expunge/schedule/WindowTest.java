package io.expunge.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WindowTest {

    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Window NIGHT = new Window(TimeOfDay.of(1, 0), TimeOfDay.of(6, 0));
    private static final Window OVER_MIDNIGHT = new Window(TimeOfDay.of(22, 0), TimeOfDay.of(4, 0));

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T00:59:59Z, false",
        "2026-11-30T01:00:00Z, true",
        "2026-11-30T05:59:59.999Z, true",
        "2026-11-30T06:00:00Z, false",
        "2026-11-30T17:00:00Z, false"
    })
    void contains_its_beginning_and_not_its_end(Instant moment, boolean contained) {
        assertThat(NIGHT.contains(moment, UTC)).isEqualTo(contained);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T21:59:59Z, false",
        "2026-11-30T22:00:00Z, true",
        "2026-12-01T00:00:00Z, true",
        "2026-12-01T03:59:59Z, true",
        "2026-12-01T04:00:00Z, false"
    })
    void may_span_midnight(Instant moment, boolean contained) {
        assertThat(OVER_MIDNIGHT.contains(moment, UTC)).isEqualTo(contained);
    }

    @Test
    void the_clocks_of_the_zone_count() {
        assertThat(NIGHT.contains(Instant.parse("2026-11-30T00:30:00Z"), BERLIN))
                .isTrue();
        assertThat(NIGHT.closesAfter(Instant.parse("2026-11-30T00:30:00Z"), BERLIN))
                .isEqualTo("2026-11-30T05:00:00Z");
    }

    @Test
    void closes_at_the_next_such_time_strictly_later() {
        assertThat(NIGHT.closesAfter(Instant.parse("2026-11-30T01:00:00Z"), UTC))
                .isEqualTo("2026-11-30T06:00:00Z");
        assertThat(NIGHT.closesAfter(Instant.parse("2026-11-30T06:00:00Z"), UTC))
                .isEqualTo("2026-12-01T06:00:00Z");
        assertThat(OVER_MIDNIGHT.closesAfter(Instant.parse("2026-11-30T23:00:00Z"), UTC))
                .isEqualTo("2026-12-01T04:00:00Z");
    }

    @Test
    void begins_and_ends_at_different_times() {
        assertThatThrownBy(() -> new Window(TimeOfDay.of(1, 0), TimeOfDay.of(1, 0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** 2026-03-29: from 02:00 to 03:00. */
    @Test
    void a_time_that_the_clocks_skip_is_the_moment_at_which_they_do() {
        TimeOfDay skipped = TimeOfDay.of(2, 30);
        Instant before = Instant.parse("2026-03-29T00:30:00Z");

        assertThat(skipped.nextAfter(before, BERLIN)).isEqualTo("2026-03-29T01:00:00Z");
        assertThat(skipped.nextAfter(Instant.parse("2026-03-29T01:00:00Z"), BERLIN))
                .isEqualTo("2026-03-30T00:30:00Z");
    }

    /** 2026-10-25: from 03:00 to 02:00. */
    @Test
    void a_time_that_the_clocks_show_twice_comes_twice() {
        TimeOfDay twice = TimeOfDay.of(2, 30);
        Instant before = Instant.parse("2026-10-24T23:00:00Z");

        Instant first = twice.nextAfter(before, BERLIN);

        assertThat(first).isEqualTo("2026-10-25T00:30:00Z");
        assertThat(twice.nextAfter(first, BERLIN)).isEqualTo("2026-10-25T01:30:00Z");
    }

    /** Samoa had no 30 December 2011. */
    @Test
    void a_day_may_be_missing() {
        assertThat(TimeOfDay.of(6, 0).nextAfter(Instant.parse("2011-12-29T18:00:00Z"), ZoneId.of("Pacific/Apia")))
                .isBetween(Instant.parse("2011-12-30T10:00:00Z"), Instant.parse("2011-12-30T16:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00:00", "06:00", "16:05", "23:59"})
    void a_time_of_day_has_two_digits_each(String text) {
        assertThat(TimeOfDay.parse(text)).map(TimeOfDay::toString).contains(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "6:00", "24:00", "06:60", "06:00:00", "6pm", "06.00", "0600", "-1:00", "٠٦:٠٠"})
    void anything_else_is_none(String text) {
        assertThat(TimeOfDay.parse(text)).isEmpty();
    }

    @Test
    void work_ends_with_the_window_or_at_the_time_that_was_named_whichever_comes_first() {
        Hours hours = new Hours(UTC, Optional.of(NIGHT));
        Instant two = Instant.parse("2026-11-30T02:00:00Z");

        assertThat(hours.end(two, Optional.empty())).contains(Instant.parse("2026-11-30T06:00:00Z"));
        assertThat(hours.end(two, Optional.of(TimeOfDay.of(4, 30)))).contains(Instant.parse("2026-11-30T04:30:00Z"));
        assertThat(hours.end(two, Optional.of(TimeOfDay.of(7, 0)))).contains(Instant.parse("2026-11-30T06:00:00Z"));
        assertThat(hours.unbound().end(two, Optional.empty())).isEmpty();
        assertThat(hours.unbound().end(two, Optional.of(TimeOfDay.of(1, 30))))
                .contains(Instant.parse("2026-12-01T01:30:00Z"));
    }
}
