package io.expunge.report;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ErrorNote;
import java.util.Optional;

/** What keeps a job that only a person can help: the reason, where it was met, and whether it is still so. */
final class Blocks {

    private Blocks() {}

    static Account account(CaseFile file) {
        JobOverview job = file.job();
        BlockReason reason = job.blockReason().orElse(BlockReason.CONFIGURATION);
        String because = where(file, reason)
                + reason.meaning()
                + job.generationMet()
                        .filter(met -> reason == BlockReason.REOPENED || reason == BlockReason.GENERATION_AHEAD)
                        .map(met -> " (the registry is at generation " + met + ")")
                        .orElse("")
                + Missing.of(file, job.lastError().map(ErrorNote::store), ", so ", "");
        return Account.ofAPerson(because, job.stateSince(), helps(file, reason), next(file, reason));
    }

    private static String where(CaseFile file, BlockReason reason) {
        Optional<ErrorNote> note = file.job().lastError();
        if (note.isEmpty()) {
            return "";
        }
        ErrorNote error = note.get();
        if (reason == BlockReason.GAP && error.errorClass().equals("DRIFT")) {
            return drift(file, error.store()) + ": ";
        }
        if (error.errorClass().equals("CAP")) {
            return error.code() + ": ";
        }
        boolean counted =
                error.errorClass().equals("RESIDUE") || error.errorClass().equals("UNGENERATED");
        return counted
                ? "the last look found " + error.code() + ": "
                : "store " + error.store() + " is " + Notes.text(error) + ": ";
    }

    private static String drift(CaseFile file, String store) {
        return file.drift().stream()
                .filter(search -> search.store().equals(store))
                .findFirst()
                .map(search -> search.outcome().equals("DRIFT")
                        ? "store " + store + " holds " + search.found()
                        : "store " + store + " held what the catalog doesn't name, though the last search, at "
                                + Moments.text(search.checkedAt()) + ", found it " + search.outcome())
                .orElse("store " + store + " held what the catalog doesn't name");
    }

    private static String helps(CaseFile file, BlockReason reason) {
        if (reason == BlockReason.HELD) {
            return file.outlook().held() ? NextSteps.SETTLE_THE_HOLD : "the hold is released";
        }
        return "";
    }

    /** Where going on is a decision and not a repair, the command that shows the ways on. */
    private static String next(CaseFile file, BlockReason reason) {
        JobOverview job = file.job();
        if (reason == BlockReason.CAP) {
            return "scripts/expunge plan " + job.jobId() + " --request-approval";
        }
        if (reason == BlockReason.HELD && file.outlook().held()) {
            return NextSteps.release(job);
        }
        return reason == BlockReason.REOPENED || reason == BlockReason.PROTECTED
                ? "scripts/expunge status " + job.jobId()
                : "scripts/expunge resume " + job.jobId();
    }
}
