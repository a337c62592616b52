package io.expunge.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quartz.CronExpression;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CronTest {

    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "0 1 * * *, 2026-11-30T00:59:59.5Z, 2026-11-30T01:00:00Z",
        "0 1 * * *, 2026-11-30T01:00:00Z, 2026-12-01T01:00:00Z",
        "*/15 * * * *, 2026-11-30T05:46:00Z, 2026-11-30T06:00:00Z",
        "30 6 * * 1-5, 2026-12-04T07:00:00Z, 2026-12-07T06:30:00Z",
        "0 0 * * 0, 2026-11-30T00:00:00Z, 2026-12-06T00:00:00Z",
        "0 0 * * 7, 2026-11-30T00:00:00Z, 2026-12-06T00:00:00Z",
        "0 0 1 jan *, 2026-11-30T00:00:00Z, 2027-01-01T00:00:00Z"
    })
    void comes_true_next(String text, Instant moment, Instant next) {
        assertThat(Cron.of(text).nextAfter(moment, UTC)).contains(next);
    }

    @Test
    void the_moment_itself_counts_where_it_is_asked_from_it() {
        Cron cron = Cron.of("0 1 * * *");
        Instant one = Instant.parse("2026-11-30T01:00:00Z");

        assertThat(cron.nextFrom(one, UTC)).contains(one);
        assertThat(cron.nextFrom(one.plusNanos(1), UTC)).contains(one.plusSeconds(86_400));
        assertThat(cron.lastUpTo(one, UTC)).contains(one);
        assertThat(cron.lastUpTo(one.minusNanos(1), UTC)).contains(one.minusSeconds(86_400));
    }

    @Test
    void the_clocks_of_the_zone_count() {
        assertThat(Cron.of("0 1 * * *").nextAfter(Instant.parse("2026-11-30T12:00:00Z"), BERLIN))
                .contains(Instant.parse("2026-12-01T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0 1 * *",
                "0 1 * * * *",
                "@daily",
                "60 * * * *",
                "*/0 * * * *",
                "5-1 * * * *",
                "0 0 L * *",
                "0 0 ? * *",
                "0 0 * * 5#2",
                "0|30 1 * * *",
                "0 1 * * *\n",
                " 0 1 * * *",
                "0\t1 * * *",
                "a b c d e"
            })
    void what_is_no_unix_expression_is_refused(String text) {
        assertThat(Cron.parse(text)).isEmpty();
        assertThatThrownBy(() -> Cron.of(text)).hasMessageStartingWith("expected five fields");
    }

    @Test
    void both_days_at_once_are_refused_because_cron_and_quartz_mean_different_things_by_them() {
        assertThat(Cron.parse("0 0 1 * 1")).isEmpty();
    }

    @Test
    void what_never_comes_true_is_refused() {
        assertThat(Cron.parse("0 0 31 2 *")).isEmpty();
    }

    /** status tells the times that serve's scheduler will keep. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 1 * * *",
                "*/15 * * * *",
                "30 6 * * 1-5",
                "0 0 * * 0",
                "0 0 * * 7",
                "5/10 3 * * *",
                "0 0 29 2 *",
                "7 1,13 * 1-3 *",
                "0 2 * * 5-7"
            })
    void quartz_comes_to_the_same_times(String text) throws ParseException {
        CronExpression quartz = new CronExpression(Cron.of(text).toQuartz());
        quartz.setTimeZone(TimeZone.getTimeZone(BERLIN));
        List<Instant> ours = new ArrayList<>();
        List<Instant> theirs = new ArrayList<>();
        Instant our = Instant.parse("2026-11-30T17:00:00Z");
        Date their = Date.from(our);

        for (int i = 0; i < 12; i++) {
            our = Cron.of(text).nextAfter(our, BERLIN).orElseThrow();
            ours.add(our);
            their = quartz.getNextValidTimeAfter(their);
            theirs.add(their.toInstant());
        }

        assertThat(ours).isEqualTo(theirs);
    }

    @Test
    void is_the_same_as_what_is_written_the_same() {
        assertThat(Cron.of("0 1 * * *")).isEqualTo(Cron.of("0 1 * * *")).hasSameHashCodeAs(Cron.of("0 1 * * *"));
        assertThat(Cron.of("0 1 * * *")).isNotEqualTo(Cron.of("0 2 * * *")).hasToString("0 1 * * *");
    }
}
