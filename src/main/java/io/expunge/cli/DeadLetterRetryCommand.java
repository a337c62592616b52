package io.expunge.cli;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.deadletter.Choice;
import io.expunge.deadletter.DeadLetter;
import io.expunge.deadletter.DeadLetterId;
import io.expunge.deadletter.RetryDeadLetters;
import io.expunge.deadletter.RetryDeadLetters.Outcome;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.policy.JdbcOrders;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has dead letters tried again. */
@Command(
        name = "retry",
        sortOptions = false,
        description = {
            "Has what dead letters are about tried again, once what they met has been mended. Their jobs are due at once;",
            "nothing is erased before the next run, which makes all its checks again. What fails again opens a new letter.",
            "The act is recorded.",
            ""
        },
        footer = {
            "",
            "Exit 4 if a job can't go on: a legal hold lies on the tenant, or it was given up.",
            "",
            "Examples:",
            "  expunge dead-letter retry dl_17 dl_18",
            "  expunge dead-letter retry --store main --class DENIED"
        })
final class DeadLetterRetryCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "0..*",
            paramLabel = "ID",
            converter = DeadLetterIdConverter.class,
            description = "Dead letters' ids, dl_ and a number each.")
    private final Set<DeadLetterId> ids = new LinkedHashSet<>();

    @Mixin
    private final DeadLetterChoice choice = new DeadLetterChoice();

    @Option(names = "--all", description = "Every open dead letter.")
    private boolean all;

    DeadLetterRetryCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Choice meant = choice.toActOn(ids, all);
        List<RetryDeadLetters.Answer> answers;
        try (Database control = Database.open(invocation.settings().control(ControlRole.OPERATOR))) {
            answers = new RetryDeadLetters(
                            DeadLetterListCommand.of(control),
                            new JdbcDeletionJobs(control.client()),
                            new JdbcOrders(control.client()),
                            new JdbcAuditTrail(control.client(), invocation.clock()),
                            control.transaction(),
                            invocation.clock())
                    .retry(meant);
        }
        if (answers.isEmpty() && !ids.isEmpty()) {
            throw new UsageException(
                    "there is no such dead letter; scripts/expunge dead-letter list lists the open ones");
        }
        answers.forEach(answer -> invocation.out().println(line(answer)));
        if (answers.isEmpty()) {
            invocation.out().println("no open dead letters");
        }
        if (answers.stream().anyMatch(answer -> answer.outcome() == Outcome.RETRIED)) {
            invocation
                    .out()
                    .println("next: scripts/expunge run"
                            + (answers.size() == 1 ? " --job " + answers.get(0).jobId() : ""));
        }
        return answers.stream().allMatch(answer -> isFine(answer.outcome())) ? Exit.DONE.code() : Exit.REFUSED.code();
    }

    private static boolean isFine(Outcome outcome) {
        return outcome == Outcome.RETRIED || outcome == Outcome.NOTHING_OPEN;
    }

    private static String line(RetryDeadLetters.Answer answer) {
        String letters = answer.letters().stream()
                .map(DeadLetter::id)
                .map(DeadLetterId::toString)
                .collect(Collectors.joining(" "));
        String job = answer.jobId();
        return letters + " of " + job + ": "
                + switch (answer.outcome()) {
                    case RETRIED -> "closed as RETRIED; the job is due";
                    case NOTHING_OPEN -> "dealt with before, nothing changed";
                    case HELD -> "refused: a legal hold lies on the tenant";
                    case NOT_UNDER_WAY ->
                        "refused: the job is over; if it was given up, scripts/expunge resume " + job + " comes first";
                    case ID_CLEARED ->
                        "refused: the job's tenant id has been cleared, so nothing can be found by it any more";
                    case MOVED_MEANWHILE ->
                        "refused: somebody moved the job just now; see scripts/expunge status " + job;
                };
    }
}
