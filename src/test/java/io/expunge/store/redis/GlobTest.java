package io.expunge.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GlobTest {

    @Test
    void everything_special_is_escaped() {
        assertThat(Glob.shown(Glob.beginningWith("t:a*b?c[d]e^f-g\\h:".getBytes(UTF_8))))
                .isEqualTo("t:a\\*b\\?c\\[d\\]e\\^f\\-g\\\\h:*");
    }

    @Test
    void bytes_that_are_no_text_stay_as_they_are() {
        assertThat(Glob.beginningWith(new byte[] {(byte) 0xff, 0})).containsExactly(0xff, 0, '*');
    }
}
