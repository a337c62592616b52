package io.expunge.cli;

import io.expunge.cli.Settings.ControlRole;
import io.expunge.deletion.DeletionJob;
import io.expunge.deletion.PlaceHold.Placed;
import io.expunge.policy.Hold;
import io.expunge.policy.JdbcOrders;
import io.expunge.policy.Reason;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Places a legal hold on a tenant. */
@Command(
        name = "hold",
        sortOptions = false,
        description = {
            "Places a legal hold on a tenant, with a deletion job or without one: nothing more of it is erased, after at most",
            "one slice that is under way. Or lists the holds in force.",
            ""
        },
        footer = {
            "",
            "A run that meets the hold leaves the job BLOCKED(HELD); release lifts it and makes the job due. What is kept is the",
            "tenant's reference, never its id. Holding a tenant that is held already changes nothing and is exit 0.",
            "",
            "Examples:",
            "  expunge hold --tenant acme --reason-code LITIGATION --ticket LEGAL-7",
            "  expunge hold dj_0123456789abcdef0123456789abcdef --reason-code LITIGATION",
            "  expunge hold --list --output json"
        })
final class HoldCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Mixin
    private final TenantOrJob subject = new TenantOrJob();

    @Mixin
    private final ReasonOption reason = new ReasonOption();

    @Option(names = "--list", description = "List the holds in force instead, with the login of compliance staff.")
    private boolean list;

    @Mixin
    private final OutputOption output = new OutputOption();

    HoldCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (!list) {
            return place();
        }
        if (subject.isGiven() || reason.isGiven()) {
            throw new UsageException("expected --list alone, or a tenant and --reason-code");
        }
        try (Database control = Database.open(invocation.settings().control(ControlRole.COMPLIANCE))) {
            print(new JdbcOrders(control.client()).holds());
        }
        return Exit.DONE.code();
    }

    private int place() {
        Reason why = reason.read();
        try (OperatorDesk desk = OperatorDesk.open(invocation)) {
            answer(subject.match(
                    invocation.in(),
                    tenant -> desk.placeHold().on(tenant, why),
                    job -> desk.placeHold().on(job, why).orElseThrow(UsageException::noSuchJob)));
        }
        return Exit.DONE.code();
    }

    private void answer(Placed placed) {
        String next = "scripts/expunge hold --list";
        if (output.json()) {
            Json.object()
                    .with("referenceKey", placed.tenant().keyName())
                    .with("tenantRef", placed.tenant().value())
                    .with("heldBefore", placed.already())
                    .with("jobs", placed.open().stream().map(DeletionJob::id).toList())
                    .with("next", List.of(next))
                    .print(invocation.out());
            return;
        }
        invocation
                .out()
                .println("reference " + placed.tenant().keyName() + ":"
                        + placed.tenant().value() + (placed.already() ? " was held already" : " is held"));
        placed.open()
                .forEach(job -> invocation
                        .out()
                        .println("job " + job.id() + " " + job.state() + ": nothing more of it is erased"));
        invocation.out().println("next: " + next);
    }

    private void print(List<Hold> holds) {
        if (output.json()) {
            Json.object()
                    .with("holds", holds.stream().map(HoldCommand::json).toList())
                    .print(invocation.out());
        } else if (holds.isEmpty()) {
            invocation.out().println("no holds in force; next: scripts/expunge hold --help");
        } else {
            Table table = Table.of("key", "reference", "since", "placed by", "reason", "ticket");
            holds.forEach(hold -> table.row(
                    hold.tenant().keyName(),
                    hold.tenant().value(),
                    Texts.time(hold.placedAt()),
                    hold.placedBy(),
                    hold.reasonCode(),
                    Texts.or(hold.ticket())));
            table.print(invocation.out());
        }
    }

    private static Object json(Hold hold) {
        return Json.object()
                .with("referenceKey", hold.tenant().keyName())
                .with("tenantRef", hold.tenant().value())
                .with("placedAt", hold.placedAt())
                .with("placedBy", hold.placedBy())
                .with("reasonCode", hold.reasonCode())
                .with("ticket", hold.ticket())
                .values();
    }
}
