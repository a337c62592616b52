package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.store.StoreException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DuplicateKeyException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FailuresTest {

    private final StringWriter err = new StringWriter();

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new UsageException("expected this"), 2, "expunge: expected this"),
                Arguments.of(new RefusedException("not that one"), 4, "expunge: not that one"),
                Arguments.of(
                        new StoreException.Unavailable("cache", "NOAUTH"),
                        1,
                        "expunge: store cache: unavailable (NOAUTH)"),
                Arguments.of(
                        new DuplicateKeyException(
                                "INSERT … PII-MARKER", new SQLException("Key (tenant_id)=(PII-MARKER)", "23505")),
                        1,
                        "expunge: a database failed: DuplicateKeyException, SQLSTATE 23505"),
                Arguments.of(
                        new IllegalStateException("PII-MARKER"),
                        1,
                        "expunge: failed unexpectedly: IllegalStateException; EXPUNGE_DEBUG=1 shows where"));
    }

    @ParameterizedTest
    @MethodSource
    void failures(Exception failure, int exit, String line) {
        assertThat(exitOf(failure, Map.of())).isEqualTo(exit);
        assertThat(err.toString().lines()).containsExactly(line);
    }

    @Test
    void debugging_shows_where_it_came_from_and_still_no_message() {
        Exception failure =
                new IllegalStateException("PII-MARKER", new SQLException("Key (tenant_id)=(PII-MARKER)", "23505"));

        int exit = exitOf(failure, Map.of("EXPUNGE_DEBUG", "1"));

        assertThat(exit).isEqualTo(1);
        assertThat(err.toString())
                .contains("caused by java.sql.SQLException")
                .contains("    at io.expunge.cli.FailuresTest")
                .doesNotContain("PII-MARKER");
    }

    private int exitOf(Exception failure, Map<String, String> environment) {
        PrintWriter to = new PrintWriter(err, true);
        Failures failures = new Failures(
                new Invocation(new Settings(environment), InputStream.nullInputStream(), to, to, Clock.systemUTC()));
        return new CommandLine(new Failing(failure))
                .setExecutionExceptionHandler(failures)
                .execute();
    }

    @Command(name = "fail")
    private record Failing(Exception failure) implements java.util.concurrent.Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            throw failure;
        }
    }
}
