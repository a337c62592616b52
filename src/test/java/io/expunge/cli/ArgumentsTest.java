package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.cli.Cli.Answer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What is wrong with arguments is said with exit 2, in one or two lines, and without repeating any (I7). */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArgumentsTest {

    private static final String JOB = "dj_0123456789abcdef0123456789abcdef";

    private final Cli cli = Cli.with(Map.of());

    static Stream<List<String>> wrong() {
        return Stream.of(
                List.of("submit", "--tenant", "umbrella", "corporation", "--generation", "1", "--reason-code", "X"),
                List.of("submit", "--tenant", "umbrella", "--generation", "umbrella", "--reason-code", "X"),
                List.of("submit", "--tenant", "umbrella", "--generation", "-1", "--reason-code", "X"),
                List.of("submit", "--tenant", "umbrella", "--generation", "99999999999", "--reason-code", "X"),
                List.of("submit", "--tenant", "umbrella", "--generation", "1", "--reason-code", "umbrella is gone"),
                List.of(
                        "submit",
                        "--tenant",
                        "umbrella",
                        "--generation",
                        "1",
                        "--reason-code",
                        "X",
                        "--ticket",
                        "umbrella!"),
                List.of(
                        "submit",
                        "--tenant",
                        "umbrella",
                        "--generation",
                        "1",
                        "--reason-code",
                        "X",
                        "--not-before",
                        "umbrella"),
                List.of(
                        "submit",
                        "--tenant",
                        "umbrella",
                        "--generation",
                        "1",
                        "--reason-code",
                        "X",
                        "--output",
                        "umbrella"),
                List.of(
                        "submit",
                        "--tenant",
                        "umbrella",
                        "--tenant",
                        "umbrella",
                        "--generation",
                        "1",
                        "--reason-code",
                        "X"),
                List.of(
                        "submit",
                        "--tenant",
                        "umbrella",
                        "--tenant-file",
                        "-",
                        "--generation",
                        "1",
                        "--reason-code",
                        "X"),
                List.of("submit", "--tenant-file", "/umbrella", "--generation", "1", "--reason-code", "X"),
                List.of("submit", "--generation", "1", "--reason-code", "X"),
                List.of("submit", "--tenant", "--generation=umbrella", "--reason-code", "X"),
                List.of("submit", "--tenant=umbrella\u0000", "--generation", "1", "--reason-code", "X"),
                List.of("submit", "--tennant", "umbrella", "--generation", "1", "--reason-code", "X"),
                List.of("submit", "--help=umbrella"),
                List.of("status", "umbrella"),
                List.of("status", "12"),
                List.of("status", JOB, "umbrella"),
                List.of("status", "--limit", "umbrella"),
                List.of("run", "--until", "umbrella"),
                List.of("run", "--until"),
                List.of("run", "--until", "6:00"),
                List.of("run", "--until", "24:00"),
                List.of("verify", "--until", "06:00:00"),
                List.of("verify", "--retries"),
                List.of("run", "--retries", "--job", JOB),
                List.of("serve", "--port", "umbrella"),
                List.of("serve", "--port", "0"),
                List.of("serve", "--port", "65536"),
                List.of("serve", "umbrella"),
                List.of("evidence", "show", "12"),
                List.of("evidence", "show"),
                List.of("resume", "umbrella"),
                List.of("why", "umbrella"),
                List.of("why", "12"),
                List.of("why"),
                List.of("umbrella"),
                List.of("--umbrella"),
                List.of("catalog"),
                List.of());
    }

    @Test
    void a_bad_time_of_day_is_told_what_one_looks_like() {
        assertThat(cli.run("run", "--until", "6am").err())
                .startsWith("expunge: --until: expected a time of day from 00:00 to 23:59, such as 06:00\n");
    }

    @ParameterizedTest
    @MethodSource
    void wrong(List<String> arguments) {
        Answer answer = cli.run(arguments.toArray(String[]::new));

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).startsWith("expunge: ").doesNotContain("umbrella");
        assertThat(answer.err().lines()).hasSizeBetween(1, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", " ", "%_", "\u00a0", "a\nb", "a\ufffd", "\ud800"})
    void an_id_that_no_tenant_may_have_is_refused_before_anything_is_asked(String id) {
        Answer answer = cli.run("submit", "--tenant=" + id, "--generation", "1", "--reason-code", "X");

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).startsWith("expunge: This tenant id ").endsWith("Nothing was touched.\n");
    }

    @Test
    void an_id_of_another_kind_is_refused_with_what_was_expected() {
        Answer answer = cli.run("status", "42");

        assertThat(answer.err())
                .contains("expected dj_ and 32 hexadecimal digits")
                .contains("a number is a batch instance")
                .contains("Try: scripts/expunge status --help");
    }

    @Test
    void a_misspelt_option_or_command_is_answered_by_the_right_one() {
        assertThat(cli.run("submit", "--tennant", "x", "--generation", "1", "--reason-code", "X")
                        .err())
                .contains("did you mean --tenant");
        assertThat(cli.run("statos").err()).contains("did you mean status");
    }

    @Test
    void a_missing_setting_is_exit_2_and_names_the_variable() {
        Answer answer = cli.run("status");

        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err()).startsWith("expunge: EXPUNGE_CONTROL_URL is not set: ");
        assertThat(answer.err().lines()).hasSize(1);
    }

    @Test
    void every_command_has_a_help_that_says_what_it_does_and_shows_an_example() {
        commands(ExpungeCommand.commandLine(new Invocation(
                        new Settings(Map.of()),
                        java.io.InputStream.nullInputStream(),
                        new java.io.PrintWriter(new java.io.StringWriter()),
                        new java.io.PrintWriter(new java.io.StringWriter()),
                        java.time.Clock.systemUTC())))
                .forEach(command -> {
                    String help = command.getUsageMessage();
                    assertThat(help).startsWith("Usage: ").contains("--help").doesNotContain("%%");
                    if (command.getSubcommands().isEmpty()) {
                        assertThat(help).contains("Example");
                    }
                    assertThat(command.getCommandSpec().usageMessage().description())
                            .isNotEmpty();
                });
    }

    private static Stream<CommandLine> commands(CommandLine root) {
        return Stream.concat(
                Stream.of(root), root.getSubcommands().values().stream().flatMap(ArgumentsTest::commands));
    }
}
