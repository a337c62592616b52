package io.expunge.serve;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What is fired. The name is written into the control database as the scheduler's job: it is not changed. */
public enum Fire {
    /** Everything that is due is erased. If no node was there at its time, it is fired as soon as one is. */
    ERASURE(true),
    /** What waits for a retry is tried again. If no node was there at its time, the next time will do. */
    RETRIES(false),
    /** What is due is looked at. If no node was there at its time, it is fired as soon as one is. */
    VERIFICATION(true);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final boolean madeUpFor;

    Fire(boolean madeUpFor) {
        this.madeUpFor = madeUpFor;
    }

    boolean isMadeUpFor() {
        return madeUpFor;
    }

    /**
     * The run that a fire starts. The same for whoever fires it, so that a fire that another node takes over restarts what
     * was begun, and does nothing if that had ended.
     *
     * @param time for which it was scheduled, whenever it is fired
     */
    public String runId(Instant time) {
        return name().toLowerCase(Locale.ROOT) + "-" + TIME.format(time);
    }
}
