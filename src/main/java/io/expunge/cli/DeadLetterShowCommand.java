package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deadletter.Choice;
import io.expunge.deadletter.DeadLetter;
import io.expunge.deadletter.DeadLetterId;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One dead letter. */
@Command(
        name = "show",
        sortOptions = false,
        description = {"One dead letter: what was met, where, how often, whose it is, and the ways out.", ""},
        footer = {"", "Reads with the login of compliance staff.", "", "Example:", "  expunge dead-letter show dl_17"})
final class DeadLetterShowCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeadLetterIdConverter.class,
            description = "The dead letter's id, dl_ and a number.")
    private @Nullable DeadLetterId id;

    @Mixin
    private final OutputOption output = new OutputOption();

    DeadLetterShowCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DeadLetter letter;
        try (Database control = Database.open(invocation.settings().control(ControlRole.COMPLIANCE))) {
            letter = DeadLetterListCommand.of(control).find(Choice.of(Objects.requireNonNull(id))).stream()
                    .findFirst()
                    .orElseThrow(() -> new UsageException(
                            "there is no such dead letter; scripts/expunge dead-letter list --all lists them"));
        }
        if (output.json()) {
            invocation
                    .out()
                    .println(tools.jackson.databind.json.JsonMapper.shared()
                            .writeValueAsString(DeadLetterTexts.json(letter)));
        } else {
            DeadLetterTexts.one(letter, invocation.out());
        }
        return Exit.DONE.code();
    }
}
