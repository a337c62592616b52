package io.expunge.cli;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.JdbcDeletionTasks;
import io.expunge.plan.Replan;
import io.expunge.plan.Replan.Outcome;
import io.expunge.plan.Replan.Replanned;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts jobs on the current catalog. */
@Command(
        name = "replan",
        sortOptions = false,
        description = {
            "Puts a job, or every open one, on the current catalog: the next run plans it anew, adds what the catalog names now,",
            "and proves everything in a new round. What was proved stays where it is. The act is recorded.",
            ""
        },
        footer = {
            "",
            "An edited catalog becomes current by migrate or run. An approval that was given before counts no more.",
            "Exit 4 if a job was refused: it is over, or at work, or its tenant is protected, or the catalog leaves out something",
            "in a store that nothing would be searched in any more.",
            "",
            "Examples:",
            "  expunge replan dj_0123456789abcdef0123456789abcdef",
            "  expunge replan --all"
        })
final class ReplanCommand implements Callable<Integer> {

    private final Invocation invocation;

    @ArgGroup(multiplicity = "1")
    private final Which which = new Which();

    /** One job, or all of them. */
    static final class Which {
        @Parameters(
                arity = "1",
                paramLabel = "ID",
                converter = DeletionJobIdConverter.class,
                description = "The deletion job's id.")
        @Nullable DeletionJobId id;

        @Option(names = "--all", description = "Every open job that is on another catalog.")
        boolean all;
    }

    ReplanCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try (Database control = Database.open(invocation.settings().control(ControlRole.OPERATOR))) {
            JdbcDeletionJobs jobs = new JdbcDeletionJobs(control.client());
            Replan replan = new Replan(
                    jobs,
                    new JdbcDeletionTasks(control.client(), jobs),
                    new JdbcCatalogSnapshots(control.client(), invocation.clock()),
                    new JdbcAuditTrail(control.client(), invocation.clock()),
                    control.transaction(),
                    invocation.clock());
            return which.all ? all(replan.all()).code() : one(replan.one(Objects.requireNonNull(which.id)));
        }
    }

    private int one(Replanned replanned) {
        if (replanned.outcome() == Outcome.UNKNOWN_JOB) {
            throw new UsageException("there is no such deletion job; scripts/expunge status lists them");
        }
        if (replanned.outcome() != Outcome.REPLANNED) {
            throw new RefusedException(why(replanned));
        }
        say(replanned);
        invocation.out().println("next: scripts/expunge plan " + replanned.jobId());
        return Exit.DONE.code();
    }

    private Exit all(List<Replanned> all) {
        all.forEach(this::say);
        long refused =
                all.stream().filter(each -> each.outcome() != Outcome.REPLANNED).count();
        invocation.out().println((all.size() - refused) + " put on the current catalog, " + refused + " refused");
        invocation.out().println("next: scripts/expunge " + (all.size() > refused ? "run" : "status"));
        return refused == 0 ? Exit.DONE : Exit.REFUSED;
    }

    private void say(Replanned replanned) {
        String said = replanned.outcome() == Outcome.REPLANNED
                ? replanned
                        .job()
                        .map(job -> job.state() + ", round " + job.round() + ", to be planned by the next run")
                        .orElse("")
                : "refused: " + why(replanned);
        invocation.out().println(replanned.jobId() + " " + said);
    }

    private static String why(Replanned replanned) {
        return switch (replanned.outcome()) {
            case REPLANNED -> "";
            case UNKNOWN_JOB -> "there is no such deletion job";
            case CURRENT ->
                "the job is on the current catalog (an edited one becomes current by scripts/expunge migrate)";
            case AT_WORK -> "somebody works on the job, or moved it just now; try again when that run has ended";
            case OVER -> "the job is over; only an open one can be planned anew";
            case ID_CLEARED -> "this job's tenant id has been cleared, so nothing can be found by it any more";
            case PROTECTED -> "the current catalog protects this tenant (protected-tenants, control-tenant)";
            case OUT_OF_SIGHT ->
                "the current catalog leaves out " + String.join(", ", replanned.outOfSight())
                        + ", and names nothing required in that store, so nothing would notice what is left there: put it"
                        + " back until this job is verified";
        };
    }
}
