package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParseResult;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CrontabExampleTest {

    private static final Pattern OURS = Pattern.compile("EXPUNGE_[A-Z0-9_]+");

    @Test
    void every_command_line_is_one_that_the_product_takes() {
        List<ParseResult> parsed = CrontabExample.lines().stream()
                .map(line -> CommandLines.parse(line.arguments()).subcommand())
                .toList();

        assertThat(parsed).extracting(command -> command.commandSpec().name()).containsExactly("run", "run", "verify");
        assertThat(parsed).allSatisfy(command -> {
            assertThat(command.hasMatchedOption("--scheduled")).isTrue();
            assertThat(command.matchedOptionValue("--run-id", new RunId("x")).value())
                    .endsWith("-20261130T0100");
        });
    }

    @Test
    void a_run_id_is_new_at_each_fire() {
        assertThat(CrontabExample.lines())
                .allSatisfy(line -> assertThat(line.command()).contains("$(date -u +%Y%m%dT%H%M)"))
                .extracting(line -> line.arguments().get(line.arguments().indexOf("--run-id") + 1))
                .doesNotHaveDuplicates();
    }

    @Test
    void every_variable_is_one_that_the_product_reads() {
        Set<String> named = new TreeSet<>();
        Matcher variable = OURS.matcher(Manifests.text(CrontabExample.FILE));
        while (variable.find()) {
            named.add(variable.group());
        }

        assertThat(named).isNotEmpty().isSubsetOf(Settings.variables(ManifestsCommandsTest.stores()));
        assertThat(CrontabExample.variables()).containsEntry("LC_ALL", "C.UTF-8");
    }

    @Test
    void what_erases_and_what_verifies_have_settings_of_their_own() {
        assertThat(CrontabExample.lines())
                .allSatisfy(line -> assertThat(line.command())
                        .contains(
                                line.arguments().get(0).equals("verify")
                                        ? ". /etc/expunge/verifier.env"
                                        : ". /etc/expunge/eraser.env"));
    }
}
