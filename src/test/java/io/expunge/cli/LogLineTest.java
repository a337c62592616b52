package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LogLineTest {

    private final Logger logger = new LoggerContext().getLogger("io.expunge.erasure.SettleJobs");

    @Test
    void an_event_is_one_line_with_the_classes_of_its_exception_and_no_message_of_it() {
        Exception failure = new IllegalStateException("PII-MARKER", new SQLException("PII-MARKER", "23505"));

        String line = line("job {}\nsettled", failure, "dj_1");

        assertThat(line)
                .isEqualTo("2026-11-30T10:20:30.123Z WARN SettleJobs: job dj_1 settled"
                        + " [IllegalStateException < SQLException]" + System.lineSeparator());
    }

    @Test
    void an_event_without_exception_ends_with_its_text() {
        assertThat(line("job {} settled", null, "dj_1")).endsWith("job dj_1 settled" + System.lineSeparator());
    }

    private String line(String text, @Nullable Exception failure, Object... arguments) {
        LoggingEvent event = new LoggingEvent("", logger, Level.WARN, text, failure, arguments);
        event.setInstant(Instant.parse("2026-11-30T10:20:30.123Z"));
        return new LogLine().doLayout(event);
    }
}
