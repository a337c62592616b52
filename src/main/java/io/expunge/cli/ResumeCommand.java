package io.expunge.cli;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.ResumeJob;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lets a blocked or failed job go on. */
@Command(
        name = "resume",
        sortOptions = false,
        description = {
            "Lets a BLOCKED or FAILED job go on, once what kept it has been seen to. It is due at once; nothing is",
            "erased before the next run, which makes all its checks again. The act is recorded.",
            ""
        },
        footer = {"", "Example:", "  expunge resume dj_0123456789abcdef0123456789abcdef"})
final class ResumeCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "The deletion job's id.")
    private @Nullable DeletionJobId id;

    ResumeCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DeletionJobId job = Objects.requireNonNull(id);
        try (Database control = Database.open(invocation.settings().control(ControlRole.OPERATOR))) {
            ResumeJob resume = new ResumeJob(
                    new JdbcDeletionJobs(control.client()),
                    new JdbcCatalogSnapshots(control.client(), invocation.clock()),
                    new JdbcAuditTrail(control.client(), invocation.clock()),
                    control.transaction(),
                    invocation.clock());
            return answer(job, resume.resume(job)).code();
        }
    }

    private Exit answer(DeletionJobId job, ResumeJob.Outcome outcome) {
        return switch (outcome) {
            case RESUMED -> {
                invocation.out().println(job + " WAITING_RETRY, due now");
                invocation.out().println("next: scripts/expunge run --job " + job);
                yield Exit.DONE;
            }
            case UNKNOWN_JOB ->
                throw new UsageException("there is no such deletion job; scripts/expunge status lists them");
            case NOT_LEFT_TO_A_PERSON ->
                throw new RefusedException(
                        "only a BLOCKED or FAILED job can be resumed; see scripts/expunge status " + job);
            case PROTECTED ->
                throw new RefusedException("the catalog protects this tenant (protected-tenants, control-tenant)");
            case ID_CLEARED ->
                throw new RefusedException(
                        "this job's tenant id has been cleared, so nothing can be found by it any more");
            case MOVED_MEANWHILE ->
                throw new RefusedException("somebody moved this job just now; see scripts/expunge status " + job);
        };
    }
}
