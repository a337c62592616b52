package io.expunge.report;

import io.expunge.deletion.ErrorNote;
import java.time.Instant;
import java.util.Optional;

/** What keeps a job whose erasing has not ended. */
final class Erasing {

    private static final String FOUND_AGAIN = "FOUND_AGAIN";

    private final Forecast forecast;
    private final Instant now;

    Erasing(Forecast forecast, Instant now) {
        this.forecast = forecast;
        this.now = now;
    }

    Account notBegun(CaseFile file) {
        JobOverview job = file.job();
        boolean early = job.notBefore().isAfter(now);
        String because = early
                ? "nothing of it is erased before " + Moments.text(job.notBefore())
                        + ", the end of its grace or the earliest start that was asked for"
                : "it is due and no run has begun it";
        Instant since = early ? job.requestedAt() : Moments.later(job.notBefore(), job.stateSince());
        Optional<Instant> begun = forecast.begun(Moments.later(job.notBefore(), now));
        return goingOn(file, because, since, early ? "wait until then" : "", begun, "");
    }

    Account running(CaseFile file) {
        JobOverview job = file.job();
        String run = "run " + job.runId().orElse("unknown");
        String lacks = Missing.of(file, Optional.empty(), "", ": ");
        if (job.isHeld(now)) {
            return goingOn(file, lacks + run + " is at work on it", job.stateSince(), "", Optional.of(now), "");
        }
        return goingOn(
                file,
                lacks + run + ", which had it, no longer renews its hold",
                job.leaseUntil().orElse(job.stateSince()),
                "",
                forecast.triedAgain(now),
                "");
    }

    Account waiting(CaseFile file) {
        JobOverview job = file.job();
        ErrorNote note = job.lastError().orElse(new ErrorNote("control", "NOT_FINISHED", ""));
        boolean outage = note.errorClass().equals("UNAVAILABLE");
        Instant due = outage ? now : Moments.later(job.nextRetryAt().orElse(now), now);
        Instant since = file.outlook().waitingSince().orElse(job.stateSince());
        return goingOn(
                file,
                because(file, note),
                since,
                note.errorClass().equals("PAUSED") ? "the pause is lifted" : Remedies.against(note),
                forecast.triedAgain(due),
                outage ? "if the store answers by then" : "");
    }

    private static String because(CaseFile file, ErrorNote note) {
        JobOverview job = file.job();
        if (job.stage().equals(FOUND_AGAIN)) {
            String found = note.errorClass().equals("NO_RECEIPT")
                    ? "the last look met " + note.code() + " without a receipt"
                    : "the last look found " + note.code()
                            + (note.errorClass().equals("UNGENERATED") ? " without a generation" : "");
            return found + ", so round " + job.round() + " erases and proves everything anew";
        }
        int tries = file.outlook().waits();
        return Missing.of(file, Optional.of(note.store()), "", ": ") + "store " + note.store() + " is "
                + Notes.text(note)
                + (tries > 1 ? ", " + tries + " runs in a row" : "");
    }

    private Account goingOn(
            CaseFile file, String because, Instant since, String helps, Optional<Instant> erased, String provided) {
        String next = NextSteps.commands(file.job(), now).get(0);
        Outlook outlook = file.outlook();
        if (outlook.held()) {
            return Account.ofAPerson(
                    because + ", and a legal hold lies on the tenant",
                    since,
                    NextSteps.SETTLE_THE_HOLD,
                    NextSteps.release(file.job()));
        }
        if (outlook.pausedStore().isPresent()) {
            String paused = outlook.pausedStore().get();
            String where = paused.equals("*") ? "all stores are" : "store " + paused + " is";
            return Account.ofAPerson(
                    because + ", and " + where + " paused",
                    since,
                    "end what it is paused for",
                    NextSteps.unpause(paused));
        }
        if (file.job().lastError().filter(Remedies::needsAPerson).isPresent()) {
            return Account.ofAPerson(because, since, helps, next);
        }
        Optional<Instant> closes = outlook.secondLook()
                .flatMap(interval ->
                        erased.flatMap(forecast::lookedAt).flatMap(first -> forecast.lookedAt(first.plus(interval))));
        return Account.goingOn(because, since, helps, next, closes, provided);
    }
}
