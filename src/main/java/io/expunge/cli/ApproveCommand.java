package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJobId;
import io.expunge.plan.Approvals;
import io.expunge.plan.JdbcApprovals;
import io.expunge.report.JdbcReports;
import io.expunge.report.JobOverview;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Approves a plan that somebody else asked to have approved. */
@Command(
        name = "approve",
        sortOptions = false,
        description = {
            "Approves a plan and its counts, as another person asked with plan --request-approval. Who approves is who logged",
            "in to the control database; no name is typed.",
            ""
        },
        footer = {
            "",
            "Exit 4 if the login is no approver's in the current catalog, if the same person asked for the erasure or for its",
            "approval or acted on the job, under whatever login, or if the job was planned or counted anew since.",
            "",
            "Example:",
            "  expunge approve dj_0123456789abcdef0123456789abcdef --plan sha256:… --reason-code SIZE_IS_RIGHT"
        })
final class ApproveCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "ID",
            converter = DeletionJobIdConverter.class,
            description = "The deletion job's id.")
    private @Nullable DeletionJobId id;

    @Option(
            names = "--plan",
            required = true,
            paramLabel = "HASH",
            converter = ApprovalHashConverter.class,
            description = "The hash of plan and counts, as plan showed it.")
    private String hash = "";

    @Option(
            names = "--reason-code",
            required = true,
            paramLabel = "CODE",
            converter = ReasonCodeConverter.class,
            description = "Why, as a code: A-Z, 0-9 and _. Kept and shown.")
    private String reasonCode = "";

    @Option(
            names = "--ticket",
            paramLabel = "ID",
            converter = TicketConverter.class,
            description = "Where it is spoken about: letters, digits, # . _ -. Kept and shown.")
    private @Nullable String ticket;

    ApproveCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DeletionJobId job = Objects.requireNonNull(id);
        try (Database control = Database.open(invocation.settings().control(ControlRole.APPROVER))) {
            Approvals approvals = new JdbcApprovals(control.client(), invocation.clock());
            Approvals.Outcome outcome = Objects.requireNonNull(control.transaction()
                    .execute(status -> approvals.approve(
                            job.value(), new Approvals.Approve(hash, reasonCode, Optional.ofNullable(ticket)))));
            requireApproved(job, outcome);
            say(job, new JdbcReports(control.client()).job(job).orElseThrow());
        }
        return Exit.DONE.code();
    }

    private void say(DeletionJobId id, JobOverview job) {
        invocation.out().println(id + " approved; " + JobText.state(job));
        invocation.out().println("next: " + PlanSteps.after(id.value(), job.state(), job.blockReason()));
    }

    private static void requireApproved(DeletionJobId job, Approvals.Outcome outcome) {
        switch (outcome) {
            case APPROVED -> {}
            case UNKNOWN_JOB ->
                throw new UsageException("there is no such deletion job; scripts/expunge status lists them");
            case NOT_REQUESTED ->
                throw new RefusedException("nobody asked to have this hash approved for this job; scripts/expunge plan "
                        + job + " --request-approval asks, by another person, and shows it");
            case SERVICE_LOGIN ->
                throw new RefusedException(
                        "this login erases, verifies or owns, or may do so: a person approves, under a"
                                + " login of the person's own, member of expunge_approver only or of expunge_operator as well");
            case NOT_AN_APPROVER ->
                throw new RefusedException(
                        "this login is no approver's: the current catalog (approvers) doesn't name it");
            case SAME_PERSON ->
                throw new RefusedException("another person has to approve: the one whose login this is asked for the"
                        + " erasure or for its approval, or acted on the job, perhaps under another login");
            case OVER -> throw new RefusedException("the job has ended; there is nothing to approve");
            case SUPERSEDED ->
                throw new RefusedException(
                        "the job was planned anew, or another request followed; see scripts/expunge plan " + job);
            case ALREADY_APPROVED ->
                throw new RefusedException("this was approved before; see scripts/expunge plan " + job);
        }
    }
}
