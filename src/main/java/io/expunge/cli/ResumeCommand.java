package io.expunge.cli;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.ResumeJob;
import io.expunge.deletion.ResumeJob.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets blocked jobs, or a failed one, go on. */
@Command(
        name = "resume",
        sortOptions = false,
        description = {
            "Lets a BLOCKED or FAILED job go on, once what kept it has been seen to; or all BLOCKED ones that fit. They are due",
            "at once; nothing is erased before the next run, which makes all its checks again. The act is recorded.",
            ""
        },
        footer = {
            "",
            "Of several, each goes on or is refused by itself; if any is refused, exit 4. A FAILED job is resumed by its id only.",
            "",
            "Examples:",
            "  expunge resume dj_0123456789abcdef0123456789abcdef",
            "  expunge resume --reason DENIED --store cache",
            "  expunge resume --all"
        })
final class ResumeCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "The deletion job's id.")
    private @Nullable DeletionJobId id;

    @Option(
            names = "--reason",
            paramLabel = "REASON",
            converter = BlockReasonConverter.class,
            description = "All that are blocked because of it: ${COMPLETION-CANDIDATES}.")
    private @Nullable BlockReason reason;

    @Option(names = "--store", paramLabel = "STORE", description = "All that are blocked at this store.")
    private @Nullable String store;

    @Option(names = "--all", description = "All that are blocked.")
    private boolean all;

    ResumeCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        boolean some = reason != null || store != null;
        if ((id != null ? 1 : 0) + (some ? 1 : 0) + (all ? 1 : 0) != 1) {
            throw new UsageException("expected a job's id, or --reason and --store, or --all");
        }
        try (OperatorDesk desk = OperatorDesk.open(invocation)) {
            ResumeJob resume = desk.resumeJob();
            return id == null
                    ? answer(resume.resumeBlocked(Optional.ofNullable(reason), Optional.ofNullable(store)))
                            .code()
                    : answer(id, resume.resume(id)).code();
        }
    }

    private Exit answer(Map<DeletionJobId, Outcome> outcomes) {
        outcomes.forEach((job, outcome) -> invocation
                .out()
                .println(job
                        + (outcome == Outcome.RESUMED ? " WAITING_RETRY, due now" : " refused: " + why(job, outcome))));
        long resumed =
                outcomes.values().stream().filter(Outcome.RESUMED::equals).count();
        long refused = outcomes.size() - resumed;
        invocation.out().println(resumed + " resumed, " + refused + " refused");
        invocation.out().println("next: scripts/expunge " + (resumed > 0 ? "run" : "status"));
        return refused > 0 ? Exit.REFUSED : Exit.DONE;
    }

    private Exit answer(DeletionJobId job, Outcome outcome) {
        if (outcome == Outcome.UNKNOWN_JOB) {
            throw UsageException.noSuchJob();
        }
        if (outcome != Outcome.RESUMED) {
            throw new RefusedException(why(job, outcome));
        }
        invocation.out().println(job + " WAITING_RETRY, due now");
        invocation.out().println("next: scripts/expunge run --job " + job);
        return Exit.DONE;
    }

    private static String why(DeletionJobId job, Outcome outcome) {
        return switch (outcome) {
            case RESUMED -> "";
            case UNKNOWN_JOB -> "there is no such deletion job";
            case NOT_LEFT_TO_A_PERSON ->
                "only a BLOCKED or FAILED job can be resumed; see scripts/expunge status " + job;
            case PROTECTED -> "the catalog protects this tenant (protected-tenants, control-tenant)";
            case HELD ->
                "a legal hold lies on this tenant; to lift it: scripts/expunge release " + job + " --reason-code CODE";
            case ID_CLEARED -> "this job's tenant id has been cleared, so nothing can be found by it any more";
            case MOVED_MEANWHILE -> "somebody moved this job just now; see scripts/expunge status " + job;
        };
    }
}
