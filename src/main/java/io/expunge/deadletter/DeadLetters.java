package io.expunge.deadletter;

import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import java.time.Instant;

/** The dead letters. Assumes a transaction of the caller's. */
public interface DeadLetters {

    /**
     * Leaves something to a person.
     *
     * @param locator where the adapter would go on behind it; working data
     * @param owner who is told, as the catalog names them
     */
    void open(DeletionTask task, ErrorNote note, String locator, String owner, Instant now);
}
