package io.expunge.notify;

import io.expunge.deletion.ErrorNote;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What is to be told. {@link #add} assumes a transaction of the caller's, that of the state it tells of. */
public interface Outbox {

    /** Adds it for each channel, unless the recipient was told of the same before. */
    void add(
            Notification.Kind kind,
            String jobId,
            Recipient recipient,
            Optional<String> reason,
            List<String> resources,
            Optional<ErrorNote> error,
            Instant now);

    /** What has not been told over these channels and may be tried again, oldest first, at most so many. */
    List<Undelivered> undelivered(Collection<String> channels, Instant now, int limit);

    /** Takes it for an attempt; false if another process did. */
    boolean take(Undelivered undelivered, Instant now);

    void delivered(Undelivered undelivered, Instant now);

    void failed(Undelivered undelivered, String failure);

    /** A notification on its way over one channel. */
    record Undelivered(String channel, Notification notification) {}
}
