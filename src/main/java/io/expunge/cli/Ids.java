package io.expunge.cli;

import io.expunge.deletion.DeletionJobId;

/** Reads the ids that people type; each kind refuses the others, saying what was expected. */
final class Ids {

    private Ids() {}

    static DeletionJobId deletionJob(String typed) {
        try {
            return new DeletionJobId(typed);
        } catch (IllegalArgumentException otherKind) {
            throw new UsageException(String.valueOf(otherKind.getMessage()));
        }
    }

    static long instance(String typed) {
        try {
            return Long.parseLong(typed);
        } catch (NumberFormatException otherKind) {
            throw new UsageException("not a batch job instance: expected a number, as execution list shows it"
                    + " (dj_… is a deletion job; work on one with run --job)");
        }
    }
}
