package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deadletter.Choice;
import io.expunge.deadletter.DeadLetter;
import io.expunge.deadletter.DeadLetterId;
import io.expunge.deadletter.WaiveDeadLetters;
import io.expunge.deadletter.WaiveDeadLetters.Answer;
import io.expunge.deadletter.WaiveDeadLetters.Outcome;
import io.expunge.deadletter.WaiveDeadLetters.Terms;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets something stay for a time. */
@Command(
        name = "waive",
        sortOptions = false,
        description = {
            "Lets stay, until a day, what dead letters are about: an exception, which the job's proof then rests on. The",
            "approver is the database login with which this command enters, and must not be the one that asked for the",
            "erasure. A job goes on once none of its letters is open. The act is recorded.",
            ""
        },
        footer = {
            "",
            "Exit 4 if it is refused.",
            "",
            "Examples:",
            "  expunge dead-letter waive dl_17 --reason-code LEGAL_CLAIM --until 2027-06-30 --ticket LEG-9",
            "  expunge dead-letter waive dl_18 --items 40 --reason-code LEGAL_CLAIM --until 2027-06-30"
        })
final class DeadLetterWaiveCommand implements Callable<Integer> {

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

    @Option(
            names = "--reason-code",
            required = true,
            paramLabel = "CODE",
            description = "Why it may stay, as a code: A-Z, 0-9 and _. Kept and shown.")
    private String reasonCode = "";

    @Option(
            names = "--until",
            required = true,
            paramLabel = "DATE",
            converter = EndOfDayConverter.class,
            description = "The last day on which it may stay, in UTC; or a time with its offset.")
    private @Nullable Instant until;

    @Option(
            names = "--items",
            paramLabel = "N",
            converter = CountConverter.class,
            description =
                    "At most so many items may stay. One if not given, for a letter about one item; needed for one"
                            + " about a task as a whole.")
    private @Nullable Integer items;

    @Option(
            names = "--ticket",
            paramLabel = "ID",
            description = "Where it is spoken about: letters, digits, # . _ -. Kept and shown.")
    private @Nullable String ticket;

    @Option(names = "--approved-by", hidden = true)
    private @Nullable String approvedBy;

    DeadLetterWaiveCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (approvedBy != null) {
            throw new UsageException("--approved-by can't be typed: the approver is the login of"
                    + " EXPUNGE_CONTROL_APPROVER_USER, with which this command enters the control database");
        }
        Choice meant = choice.toActOn(ids, all);
        Terms terms = terms();
        List<Answer> answers;
        try (Database control = Database.open(invocation.settings().control(ControlRole.APPROVER))) {
            List<DeadLetter> letters = DeadLetterListCommand.of(control).find(meant);
            answers = new WaiveDeadLetters(control.client()).waive(letters, terms);
        }
        if (answers.isEmpty() && !ids.isEmpty()) {
            throw new UsageException(
                    "there is no such dead letter; scripts/expunge dead-letter list lists the open ones");
        }
        answers.forEach(answer -> invocation.out().println(line(answer)));
        boolean waived = answers.stream().anyMatch(answer -> answer.outcome() == Outcome.WAIVED);
        invocation
                .out()
                .println(
                        answers.isEmpty()
                                ? "no open dead letters"
                                : waived
                                        ? "next: scripts/expunge run, which goes on with each job that has no open letter left"
                                        : "next: scripts/expunge dead-letter list");
        return answers.stream()
                        .allMatch(answer -> answer.outcome() == Outcome.WAIVED || answer.outcome() == Outcome.CLOSED)
                ? Exit.DONE.code()
                : Exit.REFUSED.code();
    }

    private Terms terms() {
        Instant end = Objects.requireNonNull(until);
        if (!end.isAfter(invocation.clock().instant())) {
            throw new UsageException("--until: expected a day that isn't over");
        }
        try {
            return new Terms(
                    reasonCode, Optional.ofNullable(items).map(Integer::longValue), Optional.ofNullable(ticket), end);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
    }

    private static String line(Answer answer) {
        DeadLetter letter = answer.letter();
        return letter.id() + " of " + letter.jobId() + ": "
                + switch (answer.outcome()) {
                    case WAIVED -> "closed as WAIVED";
                    case CLOSED -> "dealt with before, nothing changed";
                    case UNKNOWN_LETTER -> "refused: it isn't there any more";
                    case NOT_LEFT_TO_A_PERSON ->
                        "refused: the job is being worked on, or is over; see scripts/expunge" + " status "
                                + letter.jobId();
                    case NOT_WAIVABLE ->
                        "refused: " + letter.error().errorClass()
                                + " is no reason for keeping anything; mend it, then scripts/expunge dead-letter retry "
                                + letter.id();
                    case NUMBER_NEEDED -> "refused: it is about the task as a whole; --items says how many may stay";
                    case OVER_ALREADY -> "refused: --until is over by the database's clock";
                    case ON_HOLD -> "refused: a legal hold lies on the tenant";
                    case REFUSED -> "refused: " + answer.why().orElse("this login may not approve it");
                };
    }
}
