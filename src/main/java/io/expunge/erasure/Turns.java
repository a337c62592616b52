package io.expunge.erasure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Whose turn it is in a partition that several jobs share: who has worked for longer than a turn goes behind the others (I9).
 * A job's tasks stay in their order, because one may have to wait for the other.
 */
final class Turns {

    private final Duration turn;
    private final Clock clock;
    private Set<String> jobs = Set.of();
    private Instant begun = Instant.EPOCH;

    Turns(Duration turn, Clock clock) {
        this.turn = turn;
        this.clock = clock;
    }

    /** To be called between two slices: brings whose turn it is to the front. */
    void passOn(Deque<TaskGroup> groups) {
        TaskGroup first = groups.peekFirst();
        if (first == null) {
            return;
        }
        Instant now = clock.instant();
        if (!first.isOfAny(jobs)) {
            begin(first, now);
        } else if (!now.isBefore(begun.plus(turn))) {
            List<TaskGroup> theirs =
                    groups.stream().filter(group -> group.isOfAny(jobs)).toList();
            groups.removeAll(theirs);
            groups.addAll(theirs);
            begin(groups.getFirst(), now);
        }
    }

    private void begin(TaskGroup group, Instant now) {
        jobs = group.jobIds();
        begun = now;
    }
}
