package io.expunge.catalog.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "PT30S, PT30S",
        "P7D, PT168H",
        "PT0.5S, PT0.5S",
        "0s, PT0S",
        "500ms, PT0.5S",
        "45s, PT45S",
        "30m, PT30M",
        "12h, PT12H",
        "7d, PT168H",
        "7d 12h 30m 45s 500ms, PT180H30M45.5S",
        "1h30m, PT1H30M",
        "5m 20ms, PT5M0.02S",
        "999999999d, PT23999999976H"
    })
    void read(String written, Duration duration) {
        assertThat(DurationText.parse(written)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "7",
                "d",
                "7 d",
                "-7d",
                "+7d",
                "1.5h",
                "12h 7d",
                "7d  12h",
                " 7d",
                "7d ",
                "7w",
                "7D",
                "1m1m",
                "9999999999d",
                "PT-1S",
                "-PT1S",
                "P",
                "PT",
                "P1Y",
                "P9999999999999999999D",
                "soon"
            })
    void refused(String written) {
        assertThat(DurationText.parse(written)).isEmpty();
    }
}
