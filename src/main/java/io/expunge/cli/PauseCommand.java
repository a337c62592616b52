package io.expunge.cli;

import io.expunge.deletion.PauseStores;
import io.expunge.policy.Pause;
import io.expunge.policy.Reason;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops all erasing. */
@Command(
        name = "pause",
        sortOptions = false,
        description = {
            "Stops all erasing on a store, or on all stores, in every process, after at most one slice each that is under way.",
            ""
        },
        footer = {
            "",
            "What it meets waits (WAITING_RETRY, PAUSED) without spending anything, and is due as soon as the pause is lifted.",
            "While all stores are paused a run claims nothing and is exit 4, or 0 with --scheduled. Looks go on. status shows the",
            "pauses in force. Pausing what is paused already changes nothing and is exit 0.",
            "",
            "Examples:",
            "  expunge pause --reason-code INCIDENT --ticket OPS-123",
            "  expunge pause --store cache --reason-code MAINTENANCE"
        })
final class PauseCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "Only this store, as the catalog names it. All if left out.")
    private String store = Pause.ALL;

    @Mixin
    private final ReasonOption reason = new ReasonOption();

    PauseCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Reason why = reason.read();
        try (OperatorDesk desk = OperatorDesk.open(invocation)) {
            PauseStores stores = desk.pauseStores();
            return answer(stores, stores.pause(store, why)).code();
        }
    }

    private Exit answer(PauseStores stores, PauseStores.Outcome outcome) {
        String where = Pauses.where(store);
        return switch (outcome) {
            case PAUSED -> say(where + " paused");
            case PAUSED_BEFORE -> say(where + " paused before; who did it and why stays");
            case UNKNOWN_STORE ->
                throw new UsageException("the current catalog has no such store: expected one of "
                        + String.join(", ", stores.stores()) + ", or no --store for all");
        };
    }

    private Exit say(String what) {
        invocation.out().println(what);
        invocation.out().println("next: " + Pauses.lift(store));
        return Exit.DONE;
    }
}
