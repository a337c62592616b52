package io.expunge.verification;

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
class VerificationSettingsTest {

    @Test
    void the_shipped_file_spells_out_the_defaults() {
        assertThat(VerificationSettings.read(Path.of("jobs", "verification.yaml")))
                .isEqualTo(VerificationSettings.defaults());
    }

    @Test
    void the_watch_may_be_left_out() {
        assertThat(read("watch: []").watch()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rounds: 0| 1:9: rounds is the number 0, expected a whole number from 1 to 100",
                "rouds: 4| 1:1: the unknown key rouds, expected only workers",
                "heartbeat: 1m| 1:12: heartbeat is half the lease or more, expected less",
                "watch: [7d, 1d]| 1:8: watch doesn't ascend, expected times after VERIFIED",
                "watch: [1d, 1d]| 1:8: watch doesn't ascend, expected times after VERIFIED",
                "watch: [1d, 7]| 1:13: an item of watch is the number 7, expected a duration above zero",
                "fire: { wait: yes }| 1:15: wait is the truth value yes, expected true or false",
                "fire: { until: 9am }| 1:16: until is \"9am\", expected a time of day from 00:00 to 23:59",
                "window: { from: 07:00, until: 09:00 }| 1:1: schedule never comes true inside the window, expected a time",
                "watch: 1d| 1:8: watch is \"1d\", expected a list",
                "look-again: { maximum-delay: 1s }| 1:30: maximum-delay is shorter than initial-delay"
            })
    void refused(String line, String problem) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(InvalidYaml.class)
                .hasMessageContaining("The verification settings: 1 problem\nverification.yaml:" + problem);
    }

    @ParameterizedTest
    @CsvSource({"1, PT1M", "2, PT2M", "10, PT6H", "100000, PT6H"})
    void a_look_that_could_say_nothing_is_repeated_later_each_time_up_to_a_limit(int blindLooks, Duration delay) {
        assertThat(VerificationSettings.defaults().lookAgain().delayAfter(blindLooks))
                .isEqualTo(delay);
    }

    private static VerificationSettings read(String text) {
        return VerificationSettings.read(YamlSource.of("verification.yaml", text));
    }
}
