package io.expunge.policy;

import java.time.Instant;
import java.util.Set;

/**
 * What may stay under an approved exception that hasn't ended. The latest exception for a task and item is the one that
 * counts. Only the database writes them, through {@code waive_dead_letter}.
 */
public interface Exceptions {

    /** Whether this item of the task may stay, by its hash. */
    boolean cover(String taskId, String itemHash, Instant now);

    /** Whether something of the task as a whole may stay, though nothing of it could be erased. */
    boolean coverTask(String taskId, Instant now);

    /** How many items of the task may stay: those that are named, or the number given for the whole of it. */
    long allowance(String taskId, Instant now);

    /** The verified jobs whose proof rests on an exception that has ended, and isn't covered by another. */
    Set<String> jobsPastThem(Instant now);
}
