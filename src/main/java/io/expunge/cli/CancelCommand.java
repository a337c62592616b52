package io.expunge.cli;

import io.expunge.cli.Settings.IntakeRole;
import io.expunge.deletion.CancelJob;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.JdbcIntake;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes an erasure back before it has begun. */
@Command(
        name = "cancel",
        sortOptions = false,
        description = {"Takes an erasure back before it has begun. Submitting it again accepts the same job again.", ""
        },
        footer = {
            "",
            "Asks for the job's id to be typed. A job that has begun is exit 4: hold stops it, abandon gives it up.",
            "With the eraser's login to the application's database, what was asked for again before this doesn't undo it, and the",
            "tenant may be re-opened at once; without, the next run sees to the latter.",
            "",
            "Example:",
            "  expunge cancel dj_0123456789abcdef0123456789abcdef --yes"
        })
final class CancelCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "The deletion job's id.")
    private @Nullable DeletionJobId id;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    CancelCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DeletionJobId job = Objects.requireNonNull(id);
        confirmation.require(
                invocation.terminal(),
                "Nothing of this erasure has begun, and none will.",
                "the job's id",
                job.value());
        Optional<Database> intake = intake();
        try (OperatorDesk desk = OperatorDesk.open(invocation)) {
            CancelJob cancel = desk.cancelJob(intake.map(open -> new JdbcIntake(open.client(), open.client())));
            CancelJob.Outcome outcome = cancel.cancel(job);
            // Asked for in the application's own transaction, and no run has received it yet.
            if (outcome == CancelJob.Outcome.UNKNOWN_JOB && becomesAJob(job)) {
                outcome = cancel.cancel(job);
            }
            return answer(job, outcome).code();
        } finally {
            intake.ifPresent(Database::close);
        }
    }

    private boolean becomesAJob(DeletionJobId job) {
        new RequestLookup(invocation).require(job);
        if (new RequestPull(invocation).pull(job).isEmpty()) {
            throw new RefusedException("this request is no job yet, and can't be cancelled before it is one;"
                    + " scripts/expunge hold keeps its tenant meanwhile");
        }
        return true;
    }

    private Optional<Database> intake() {
        try {
            return Optional.of(Database.open(invocation.settings().intake(IntakeRole.ERASER)));
        } catch (UsageException | DatabaseUnavailable notAsked) {
            invocation
                    .err()
                    .println(
                            "expunge: the application's requests were not asked; one that was made again and not received"
                                    + " yet accepts the job again: " + notAsked.getMessage());
            return Optional.empty();
        }
    }

    private Exit answer(DeletionJobId job, CancelJob.Outcome outcome) {
        return switch (outcome) {
            case CANCELLED, CANCELLED_BEFORE -> {
                invocation
                        .out()
                        .println(job + " CANCELLED" + (outcome == CancelJob.Outcome.CANCELLED ? "" : " before"));
                invocation.out().println("next: scripts/expunge submit --help");
                yield Exit.DONE;
            }
            case UNKNOWN_JOB -> throw UsageException.noSuchJob();
            case BEGUN ->
                throw new RefusedException("only a job that has not begun can be cancelled; scripts/expunge hold " + job
                        + " --reason-code CODE stops this one, scripts/expunge abandon gives it up");
            case MOVED_MEANWHILE ->
                throw new RefusedException("somebody moved this job just now; see scripts/expunge status " + job);
        };
    }
}
