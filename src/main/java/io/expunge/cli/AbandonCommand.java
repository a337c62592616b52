package io.expunge.cli;

import io.expunge.deletion.AbandonJob;
import io.expunge.deletion.DeletionJobId;
import io.expunge.policy.Reason;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Gives an erasure up. */
@Command(
        name = "abandon",
        sortOptions = false,
        description = {
            "Gives an open deletion job up: FAILED. Nothing more of it is erased or looked for; what is left stays, and the",
            "tenant may be re-opened.",
            ""
        },
        footer = {
            "",
            "Asks for the job's id to be typed. For a job that a later generation's covers, or that nobody wants any more; resume",
            "takes it up again. While a living runner has it, exit 4: pause or hold first, or wait for its end.",
            "",
            "Example:",
            "  expunge abandon dj_0123456789abcdef0123456789abcdef --reason-code SUPERSEDED --yes"
        })
final class AbandonCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "The deletion job's id.")
    private @Nullable DeletionJobId id;

    @Mixin
    private final ReasonOption reason = new ReasonOption();

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    AbandonCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DeletionJobId job = Objects.requireNonNull(id);
        Reason why = reason.read();
        confirmation.require(
                invocation.terminal(),
                "What is left of the tenant stays where it is, and nobody looks for it.",
                "the job's id",
                job.value());
        try (OperatorDesk desk = OperatorDesk.open(invocation)) {
            return answer(job, desk.abandonJob().abandon(job, why)).code();
        }
    }

    private Exit answer(DeletionJobId job, AbandonJob.Outcome outcome) {
        return switch (outcome) {
            case ABANDONED -> {
                invocation.out().println(job + " FAILED, given up");
                invocation.out().println("next: scripts/expunge resume " + job);
                yield Exit.DONE;
            }
            case UNKNOWN_JOB -> throw UsageException.noSuchJob();
            case OVER ->
                throw new RefusedException("only an open job can be given up; see scripts/expunge status " + job);
            case AT_WORK ->
                throw new RefusedException("a run is at work on this job; wait for its end, or stop it first:"
                        + " scripts/expunge hold " + job + " --reason-code CODE");
            case MOVED_MEANWHILE ->
                throw new RefusedException("somebody moved this job just now; see scripts/expunge status " + job);
        };
    }
}
