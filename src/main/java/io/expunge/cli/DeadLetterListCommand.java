package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deadletter.DeadLetter;
import io.expunge.deadletter.JdbcDeadLetters;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.policy.JdbcExceptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What waits for a person. */
@Command(
        name = "list",
        sortOptions = false,
        description = {
            "Open dead letters, the oldest first: tasks that only a person can help, and single items that make a store",
            "fail however often they are sent.",
            ""
        },
        footer = {
            "",
            "Reads with the login of compliance staff, from views only. Times are in UTC.",
            "",
            "Examples:",
            "  expunge dead-letter list --store main --class POISON",
            "  expunge dead-letter list --all --output json"
        })
final class DeadLetterListCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Mixin
    private final DeadLetterChoice choice = new DeadLetterChoice();

    @Option(names = "--all", description = "Also those that were dealt with.")
    private boolean all;

    @Mixin
    private final OutputOption output = new OutputOption();

    DeadLetterListCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        List<DeadLetter> letters;
        try (Database control = Database.open(invocation.settings().control(ControlRole.COMPLIANCE))) {
            letters = of(control).find(choice.of(Set.of(), all));
        }
        if (output.json()) {
            Json.object()
                    .with(
                            "deadLetters",
                            letters.stream().map(DeadLetterTexts::json).toList())
                    .print(invocation.out());
        } else if (letters.isEmpty()) {
            invocation.out().println(all ? "no dead letters" : "no open dead letters");
        } else {
            DeadLetterTexts.list(letters, invocation.out());
            invocation
                    .out()
                    .println("next: scripts/expunge dead-letter show "
                            + letters.get(0).id());
        }
        return Exit.DONE.code();
    }

    /** As every command of this group reads them. */
    static JdbcDeadLetters of(Database control) {
        return new JdbcDeadLetters(
                control.client(), new JdbcDeletionJobs(control.client()), new JdbcExceptions(control.client()));
    }
}
