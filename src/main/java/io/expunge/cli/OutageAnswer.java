package io.expunge.cli;

import io.expunge.report.StoreOutage;

/** A store that is out, as {@code status} tells it. */
final class OutageAnswer {

    private OutageAnswer() {}

    static String line(StoreOutage outage) {
        return "store " + outage.store() + " is out since " + Texts.time(outage.since()) + ": " + outage.errorClass()
                + " ("
                + outage.code() + "); " + counted(outage.jobsParked(), "job") + " with "
                + counted(outage.tasksParked(), "task") + " wait for it; bring it back, then the next run goes on";
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    static Object json(StoreOutage outage) {
        return Json.object()
                .with("store", outage.store())
                .with("since", outage.since())
                .with("errorClass", outage.errorClass())
                .with("code", outage.code())
                .with("failedProbes", outage.failedProbes())
                .with("nextProbeAt", outage.nextProbeAt())
                .with("jobsParked", outage.jobsParked())
                .with("tasksParked", outage.tasksParked())
                .values();
    }
}
