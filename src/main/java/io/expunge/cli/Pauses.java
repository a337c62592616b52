package io.expunge.cli;

import io.expunge.policy.Pause;
import io.expunge.report.NextSteps;

/** How pauses are written for people and programs. */
final class Pauses {

    private Pauses() {}

    static String where(String store) {
        return store.equals(Pause.ALL) ? "all stores are" : "store " + store + " is";
    }

    /** The command that lifts it. */
    static String lift(String store) {
        return NextSteps.unpause(store);
    }

    static String line(Pause pause) {
        return where(pause.store()) + " paused since " + Texts.time(pause.since()) + " by " + pause.pausedBy() + ", "
                + pause.reasonCode();
    }

    static Object json(Pause pause) {
        return Json.object()
                .with("store", pause.store())
                .with("reasonCode", pause.reasonCode())
                .with("pausedBy", pause.pausedBy())
                .with("since", pause.since())
                .with("next", lift(pause.store()))
                .values();
    }
}
