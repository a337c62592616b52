package io.expunge.cli;

import io.expunge.deletion.ReleaseHold.Released;
import io.expunge.policy.Reason;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lifts a legal hold. */
@Command(
        name = "release",
        sortOptions = false,
        description = {
            "Lifts the legal hold on a tenant. Its jobs that were BLOCKED(HELD) are due at once; nothing is erased before the",
            "next run, which makes all its checks again.",
            ""
        },
        footer = {
            "",
            "Asks for the tenant's id, or the job's, to be typed. What a store itself holds back, such as an object under a lock,",
            "is lifted there: a job that meets it is blocked again. A tenant that isn't held is exit 4.",
            "",
            "Examples:",
            "  expunge release --tenant acme --reason-code SETTLED --ticket LEGAL-7",
            "  expunge release dj_0123456789abcdef0123456789abcdef --reason-code SETTLED --yes"
        })
final class ReleaseCommand implements Callable<Integer> {

    private static final String CONSEQUENCE = "Jobs that this hold has stopped will go on to erase the tenant's data.";

    private final Invocation invocation;

    @Mixin
    private final TenantOrJob subject = new TenantOrJob();

    @Mixin
    private final ReasonOption reason = new ReasonOption();

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    ReleaseCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Reason why = reason.read();
        try (OperatorDesk desk = OperatorDesk.open(invocation)) {
            Released released = subject.match(
                    invocation.in(),
                    tenant -> {
                        confirm("the tenant's id", tenant.value());
                        return desk.releaseHold().of(tenant, why);
                    },
                    job -> {
                        confirm("the job's id", job.value());
                        return desk.releaseHold().of(job, why).orElseThrow(UsageException::noSuchJob);
                    });
            return answer(released).code();
        }
    }

    private void confirm(String kind, String name) {
        confirmation.require(invocation.terminal(), CONSEQUENCE, kind, name);
    }

    private Exit answer(Released released) {
        if (!released.held()) {
            throw new RefusedException("no hold of ours lies on this tenant; scripts/expunge hold --list shows those in"
                    + " force. If a store itself holds its data back, lift that there, then scripts/expunge resume");
        }
        invocation.out().println("released");
        released.dueNow().forEach(job -> invocation.out().println("job " + job.id() + " WAITING_RETRY, due now"));
        invocation
                .out()
                .println("next: scripts/expunge "
                        + (released.dueNow().size() == 1
                                ? "run --job " + released.dueNow().get(0).id()
                                : released.dueNow().isEmpty() ? "status" : "run"));
        return Exit.DONE;
    }
}
