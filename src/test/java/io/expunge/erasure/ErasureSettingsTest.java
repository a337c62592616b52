package io.expunge.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.expunge.catalog.yaml.InvalidYaml;
import io.expunge.catalog.yaml.YamlSource;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ErasureSettingsTest {

    @Test
    void the_shipped_file_spells_out_the_defaults() {
        assertThat(ErasureSettings.read(Path.of("jobs", "erasure.yaml"))).isEqualTo(ErasureSettings.defaults());
    }

    @Test
    void what_is_left_out_has_its_default() {
        ErasureSettings settings = read("workers: 2\nretry: { attempts: 0 }\n");

        assertThat(settings.workers()).isEqualTo(2);
        assertThat(settings.retry().attempts()).isZero();
        assertThat(settings.retry().maximumDelay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.jobsPerRun()).isEqualTo(250);
    }

    @Test
    void a_window_may_be_written_with_and_without_quotes_and_left_away() {
        ErasureSettings afternoon = read("window: { from: 16:00, until: '18:30' }\nschedule: 0 17 * * *\n");

        assertThat(afternoon.schedule().hours()).hasToString("16:00-18:30 UTC");
        assertThat(read("window: always\n").schedule().hours()).hasToString("any time UTC");
        assertThat(read("time-zone: Europe/Berlin\n").schedule().hours()).hasToString("01:00-06:00 Europe/Berlin");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workers: 0| 1:10: workers is the number 0, expected a whole number from 1 to 256",
                "wrokers: 4| 1:1: the unknown key wrokers, expected only workers",
                "heartbeat: 15s| 1:12: heartbeat is half the lease or more, expected less",
                "lease: 20s| 1:1: heartbeat is half the lease or more, expected less",
                "lease: 0s| 1:8: lease is \"0s\", expected a duration above zero",
                "slice-deadline: 60| 1:17: slice-deadline is the number 60, expected a duration above zero",
                "retry: { initial-delay: 6s }| 1:8: maximum-delay is shorter than initial-delay, expected at least as long",
                "retry: { multiplier: 0.5 }| 1:22: multiplier is the number 0.5, expected a number from 1 to 100",
                "retry: 3| 1:8: retry is the number 3, expected a mapping",
                "retry-later: { maximum-delay: 30s }| 1:31: maximum-delay is shorter than initial-delay",
                "schedule: nightly| 1:11: schedule is \"nightly\", expected five fields of a cron expression",
                "schedule: 0 1 * *| 1:11: schedule is \"0 1 * *\", expected five fields of a cron expression",
                "schedule: 0 0 1 * 1| 1:11: schedule is \"0 0 1 * 1\", expected five fields of a cron expression",
                "schedule: 0 12 * * *| 1:11: schedule never comes true inside the window, expected a time within it",
                "retries: 0 7 * * *| 1:10: retries never comes true inside the window, expected a time within it",
                "time-zone: CET| 1:12: time-zone is \"CET\", expected a time zone such as UTC or Europe/Berlin",
                "time-zone: Europe/Atlantis| 1:12: time-zone is \"Europe/Atlantis\", expected a time zone",
                "window: never| 1:9: window is \"never\", expected always, or a mapping with from and until",
                "window: { from: 1:00, until: 06:00 }| 1:17: from is the number 1:00, expected a time of day",
                "window: { from: 01:00 }| 1:9: the key until is missing, expected a time of day from 00:00 to 23:59",
                "window: { from: 16:00, until: 16:00 }| 1:31: until is the same time as from, expected another",
                "retry-later: { attempts: 3 }| 1:16: the unknown key attempts, expected only initial-delay"
            })
    void refused(String line, String problem) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(InvalidYaml.class)
                .hasMessageContaining("The erasure settings: 1 problem\nerasure.yaml:" + problem);
    }

    @ParameterizedTest
    @CsvSource({"1, PT1M", "2, PT2M", "3, PT4M", "9, PT4H16M", "10, PT6H", "100000, PT6H"})
    void a_waiting_job_waits_longer_each_time_up_to_a_limit(int failures, Duration delay) {
        assertThat(ErasureSettings.defaults().retryLater().delayAfter(failures)).isEqualTo(delay);
    }

    private static ErasureSettings read(String text) {
        return ErasureSettings.read(YamlSource.of("erasure.yaml", text));
    }
}
