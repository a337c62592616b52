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
