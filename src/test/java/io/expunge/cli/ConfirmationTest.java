package io.expunge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConfirmationTest {

    private final List<String> questions = new ArrayList<>();

    @Test
    void the_right_name_is_enough_and_the_question_shows_what_happens_and_not_the_name() {
        confirmed("acme", "acme");

        assertThat(questions).containsExactly("It goes on. Type the tenant's id to go on: ");
    }

    @Test
    void any_other_is_refused_and_none_is_repeated_I7() {
        for (String typed : List.of("", "yes", "Acme", "acme ", "acme2")) {
            assertThatThrownBy(() -> confirmed("acme", typed))
                    .isInstanceOf(RefusedException.class)
                    .hasMessage("what was typed is not the tenant's id; nothing was changed");
        }
    }

    @Test
    void with_nobody_to_ask_it_needs_yes() {
        assertThatThrownBy(() -> given().require(Terminal.NOBODY, "It goes on.", "the tenant's id", "acme"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("without a terminal it needs --yes");
        assertThatCode(() -> given("--yes").require(Terminal.NOBODY, "It goes on.", "the tenant's id", "acme"))
                .doesNotThrowAnyException();
    }

    @Test
    void yes_asks_nothing() {
        given("--yes").require(answering("something else"), "It goes on.", "the tenant's id", "acme");

        assertThat(questions).isEmpty();
    }

    private void confirmed(String name, String typed) {
        given().require(answering(typed), "It goes on.", "the tenant's id", name);
    }

    private Terminal answering(String typed) {
        return question -> {
            questions.add(question);
            return Optional.of(typed);
        };
    }

    private static Confirmation given(String... arguments) {
        Asking command = new Asking();
        new CommandLine(command).parseArgs(arguments);
        return command.confirmation;
    }

    @Command
    private static final class Asking {
        @Mixin
        private final Confirmation confirmation = new Confirmation();
    }
}
