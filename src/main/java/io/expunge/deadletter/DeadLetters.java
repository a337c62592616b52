package io.expunge.deadletter;

import io.expunge.deletion.DeletionTask;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.Lease;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The dead letters. Assumes a transaction of the caller's. */
public interface DeadLetters {

    /**
     * Leaves one item to a person, unless an exception lets it stay. The same item of the same task is counted on its open
     * letter.
     *
     * @return whether a person must look at it
     * @throws io.expunge.deletion.StaleLease if the job is no longer ours; nothing is written then (I5)
     */
    boolean open(Lease lease, DeletionTask task, ErrorNote note, LostItem item, String owner, Instant now);

    /** Leaves a task as a whole to a person; counted on its open letter if it has one. Under the lease like the other. */
    void open(Lease lease, DeletionTask task, ErrorNote note, String owner, Instant now);

    /** Whether one of the task's letters is open that is about an item. */
    boolean anyOfItems(String taskId);

    /** Closes the open letters of a task that the eraser got through with after all. */
    void erased(String taskId, Instant now);

    /** Closes open letters because they are tried again; closed ones are left as they are. */
    int retried(Collection<DeadLetterId> letters, Instant now);

    /** The letters that are meant, oldest first. */
    List<DeadLetter> find(Choice choice);

    /**
     * An item that makes a store fail.
     *
     * @param key what tells it from others in its resource; kept as a hash only
     * @param locator where the adapter would go on behind it; working data
     */
    record LostItem(String key, String locator) {
        @Override
        public String toString() {
            return "LostItem[…]";
        }
    }
}
