package io.expunge.deadletter;

import io.expunge.deletion.ErrorNote;
import java.time.Instant;
import java.util.Optional;

/**
 * A dead letter as it was read.
 *
 * @param error store, class and code of what was met
 * @param itemHash of the one item that is meant; empty if the task as a whole is
 * @param owner who is to look at it, as the catalog names them
 * @param times how often the same was met since it was opened
 * @param resolution how it was dealt with, once it is closed
 */
public record DeadLetter(
        DeadLetterId id,
        String jobId,
        String taskId,
        String resourceId,
        String location,
        int round,
        ErrorNote error,
        Optional<String> itemHash,
        String owner,
        int times,
        Instant openedAt,
        Instant lastAt,
        Optional<Instant> closedAt,
        Optional<Resolution> resolution) {

    /** How a letter was dealt with. */
    public enum Resolution {
        /** The eraser got through in the end. */
        ERASED,
        /** A person wants it tried again; what fails again opens a new letter. */
        RETRIED,
        /** It may stay, under an exception. */
        WAIVED,
        /** Of several for the same thing, from before they were counted on one. */
        REPEATED
    }

    public boolean isOpen() {
        return closedAt.isEmpty();
    }
}
