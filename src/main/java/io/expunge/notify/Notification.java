package io.expunge.notify;

import io.expunge.deletion.ErrorNote;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What somebody is told.
 *
 * @param id the same at every attempt, so that a receiver may tell repetitions: each is told at least once
 * @param reason the block reason, where there is one
 * @param resources the catalog's ids of those that are meant; none for the job as a whole
 */
public record Notification(
        long id,
        Kind kind,
        String jobId,
        Recipient recipient,
        Optional<String> reason,
        List<String> resources,
        Optional<ErrorNote> error,
        Instant createdAt,
        int attempts) {

    /** What happened. */
    public enum Kind {
        /** Nothing of the job goes on without a person. */
        JOB_BLOCKED,
        /** Something of the job is left to a person; the rest goes on. */
        DEAD_LETTER,
        /** So many looks in a row could not tell whether anything is left. */
        LOOKS_UNKNOWN,
        JOB_VERIFIED
    }

    /** What happened, in one line without a blank end. */
    public String subject() {
        return jobId
                + switch (kind) {
                    case JOB_BLOCKED ->
                        " is blocked" + reason.map(why -> " (" + why + ")").orElse("");
                    case DEAD_LETTER -> " has left something to you";
                    case LOOKS_UNKNOWN -> " can't be verified: the looks can't tell";
                    case JOB_VERIFIED -> " is verified";
                };
    }

    /** The command that shows more. */
    public String next() {
        return "scripts/expunge "
                + switch (kind) {
                    case JOB_BLOCKED -> "status " + jobId;
                    case DEAD_LETTER -> "dead-letter list --job " + jobId;
                    case LOOKS_UNKNOWN -> "why " + jobId;
                    case JOB_VERIFIED -> "evidence show " + jobId;
                };
    }
}
