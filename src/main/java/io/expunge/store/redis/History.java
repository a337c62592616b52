package io.expunge.store.redis;

import io.expunge.store.Position;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A point in the history of a dataset.
 *
 * @param runId changes whenever the server process is started
 * @param replicationId changes when the dataset does: a restart, a failover, a full copy from another primary
 * @param offset bytes of the replication stream; means something under one replication id only
 */
record History(String runId, String replicationId, long offset) {

    private static final Pattern WRITTEN = Pattern.compile("(\\w{1,64})/(\\w{1,64})/(\\d{1,18})");

    /** Whether a cursor that was handed out then still means anything: it lives in one process's hash table. */
    boolean continues(String earlierRunId, String earlierReplicationId) {
        return runId.equals(earlierRunId) && replicationId.equals(earlierReplicationId);
    }

    boolean continues(History earlier) {
        return continues(earlier.runId, earlier.replicationId);
    }

    /**
     * Whether a copy at this point holds what was done up to the other. Under another replication id it was made anew from
     * a primary that came later, so what it holds is what there is.
     */
    boolean isPast(History other) {
        return !replicationId.equals(other.replicationId) || offset >= other.offset;
    }

    Position position() {
        return new Position(runId + "/" + replicationId + "/" + offset);
    }

    /** Whether a Redis gave this position, or there is none. */
    static boolean isOurs(Position position) {
        return position.equals(Position.NONE) || of(position).isPresent();
    }

    static Optional<History> of(Position position) {
        Matcher written = WRITTEN.matcher(position.value());
        return written.matches()
                ? Optional.of(new History(written.group(1), written.group(2), Long.parseLong(written.group(3))))
                : Optional.empty();
    }
}
