package io.expunge.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadLetterIdTest {

    @Test
    void it_is_read_as_it_is_written() {
        assertThat(DeadLetterId.parse("dl_17")).isEqualTo(new DeadLetterId(17)).hasToString("dl_17");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "17",
                "dl_",
                "dl_0",
                "dl_01",
                "dl_-1",
                "dl_1 ",
                "DL_1",
                "dl_9999999999999999999",
                "dj_0123456789abcdef0123456789abcdef",
                "acme"
            })
    void another_kind_is_refused_without_being_repeated(String other) {
        assertThatThrownBy(() -> DeadLetterId.parse(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected dl_ and a number")
                .hasMessageNotContaining("acme");
    }
}
