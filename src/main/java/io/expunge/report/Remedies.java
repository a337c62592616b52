package io.expunge.report;

import io.expunge.deletion.ErrorNote;

/** What helps against what keeps a job, in few words. Words of stores and looks that are not known here need nothing done. */
final class Remedies {

    private Remedies() {}

    /** What to do first; empty if there is nothing to do but wait or type the command. */
    static String against(ErrorNote note) {
        return switch (note.errorClass()) {
            case "UNAVAILABLE" -> "bring the store back";
            case "CONTENDED" -> "if it stays, end the long transactions in the store";
            case "THROTTLED" -> "relieve the store";
            case "DISTURBED" -> "find what changes the tenant's data meanwhile";
            case "UNGENERATED" -> "give that data its generation, or delete it";
            case "IN_FLIGHT" -> "end the transaction that can still write, if it doesn't end by itself";
            case "STALE" -> "let the copy catch up";
            case "GATE", "FAULT" -> "report this as a fault of ours";
            default -> "";
        };
    }

    /** Whether what is waited for never comes without a person. */
    static boolean needsAPerson(ErrorNote note) {
        return note.errorClass().equals("UNGENERATED") || note.errorClass().equals("GATE");
    }
}
