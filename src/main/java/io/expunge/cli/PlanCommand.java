package io.expunge.cli;

import io.expunge.audit.JdbcAuditTrail;
import io.expunge.catalog.CatalogSnapshot;
import io.expunge.catalog.CatalogSnapshots;
import io.expunge.catalog.JdbcCatalogSnapshots;
import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.DeletionJobId;
import io.expunge.deletion.DeletionJobs;
import io.expunge.deletion.JdbcDeletionJobs;
import io.expunge.deletion.JdbcDeletionTasks;
import io.expunge.plan.JdbcApprovals;
import io.expunge.plan.RequestApproval;
import io.expunge.plan.ShowPlan;
import io.expunge.plan.ShownPlan;
import io.expunge.policy.JdbcOrders;
import io.expunge.store.Stores;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what would be erased for a job, and asks for its approval. */
@Command(
        name = "plan",
        sortOptions = false,
        description = {
            "Shows what would be erased for a job, in its order, with what each store holds of it now, and what stands in",
            "the way. Touches nothing. A store that doesn't answer is shown as unknown, never as 0.",
            ""
        },
        footer = {
            "",
            "Counts with the eraser's logins of the stores. With --request-approval the plan and its counts are kept under the",
            "login that asks; somebody else approves them by the hash that is shown.",
            "",
            "Examples:",
            "  expunge plan dj_0123456789abcdef0123456789abcdef",
            "  expunge plan dj_0123456789abcdef0123456789abcdef --request-approval"
        })
final class PlanCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "The deletion job's id.")
    private @Nullable DeletionJobId id;

    @Option(names = "--request-approval", description = "Ask for the approval of what is shown.")
    private boolean requestApproval;

    @Mixin
    private final OutputOption output = new OutputOption();

    PlanCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DeletionJobId asked = Objects.requireNonNull(id);
        Settings settings = invocation.settings();
        try (Database control = Database.open(settings.control(ControlRole.OPERATOR));
                Stores stores = new Stores(invocation.wiring().connectors(invocation.clock()), settings::eraserOf)) {
            DeletionJobs jobs = new JdbcDeletionJobs(control.client());
            DeletionJob job = jobs.find(asked.value())
                    .orElseThrow(() ->
                            new UsageException("there is no such deletion job; scripts/expunge status lists them"));
            if (job.tenant().isEmpty()) {
                throw new RefusedException(
                        "this job's tenant id has been cleared, so nothing can be found by it any more");
            }
            JdbcApprovals approvals = new JdbcApprovals(control.client(), invocation.clock());
            ShowPlan showPlan = new ShowPlan(
                    new JdbcDeletionTasks(control.client(), jobs), new JdbcOrders(control.client()), approvals, stores);
            CatalogSnapshot snapshot = snapshot(control, job);
            ShownPlan shown = showPlan.of(job, snapshot.catalog());
            if (requestApproval) {
                request(control, approvals, jobs, job, shown);
                shown = shown.with(approvals.latest(job.id()));
            }
            answer(job, snapshot.policyVersion(), shown);
        }
        return Exit.DONE.code();
    }

    private CatalogSnapshot snapshot(Database control, DeletionJob job) {
        CatalogSnapshots catalogs = new JdbcCatalogSnapshots(control.client(), invocation.clock());
        return catalogs.find(job.catalogHash())
                .orElseThrow(() -> new IllegalStateException("no catalog snapshot " + job.catalogHash()));
    }

    private void request(
            Database control, JdbcApprovals approvals, DeletionJobs jobs, DeletionJob job, ShownPlan shown) {
        RequestApproval request = new RequestApproval(
                jobs, approvals, new JdbcAuditTrail(control.client(), invocation.clock()), control.transaction());
        switch (request.of(job, shown)) {
            case REQUESTED -> {}
            case NO_PLAN ->
                throw new RefusedException("there is no plan that could be approved; see the warnings of plan");
            case OVER -> throw new RefusedException("the job has ended, so there is nothing to approve");
            case MOVED_MEANWHILE ->
                throw new RefusedException("somebody moved this job just now; type the command again");
        }
    }

    private void answer(DeletionJob job, String policyVersion, ShownPlan shown) {
        if (output.json()) {
            PlanJson.of(job, policyVersion, shown).print(invocation.out());
        } else {
            new PlanText(invocation.out()).print(job, policyVersion, shown);
        }
    }
}
