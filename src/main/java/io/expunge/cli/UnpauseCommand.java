package io.expunge.cli;

import io.expunge.policy.Pause;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lifts a pause. */
@Command(
        name = "unpause",
        sortOptions = false,
        description = {"Lifts the pause of a store, or the one of all stores. What it has parked is due at once.", ""},
        footer = {
            "",
            "Each pause is lifted as it was set: unpause without --store leaves those of single stores in force. What isn't paused",
            "is exit 4.",
            "",
            "Examples:",
            "  expunge unpause",
            "  expunge unpause --store cache"
        })
final class UnpauseCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "The pause of this store. That of all stores if left out.")
    private String store = Pause.ALL;

    UnpauseCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try (OperatorDesk desk = OperatorDesk.open(invocation)) {
            Optional<List<String>> due = desk.pauseStores().lift(store);
            if (due.isEmpty()) {
                throw new RefusedException(
                        Pauses.where(store) + " not paused as such; scripts/expunge status shows the pauses in force");
            }
            int jobs = due.get().size();
            invocation
                    .out()
                    .println(Pauses.where(store) + " no longer paused; " + jobs + (jobs == 1 ? " job" : " jobs")
                            + " due by it");
            invocation.out().println("next: scripts/expunge run");
        }
        return Exit.DONE.code();
    }
}
