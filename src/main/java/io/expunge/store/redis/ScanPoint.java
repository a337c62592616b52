package io.expunge.store.redis;

import io.expunge.store.ResumePoint;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cursor of SCAN with the process and dataset it was handed out for. Under any other it would silently skip keys
 * (redis/redis#12440). Holds no key.
 */
record ScanPoint(String runId, String replicationId, String cursor) {

    static final String BEGINNING = "0";

    private static final Pattern WRITTEN = Pattern.compile("(\\w{1,64})/(\\w{1,64})/(\\d{1,20})");

    static ScanPoint of(History history, String cursor) {
        return new ScanPoint(history.runId(), history.replicationId(), cursor);
    }

    ResumePoint toResumePoint() {
        return new ResumePoint(runId + "/" + replicationId + "/" + cursor);
    }

    /** The cursor that may be used now; empty if the pass has to start over. */
    static Optional<String> cursor(ResumePoint from, History now) {
        if (from.isStart()) {
            return Optional.of(BEGINNING);
        }
        Matcher written = WRITTEN.matcher(from.value());
        return written.matches() && now.continues(written.group(1), written.group(2))
                ? Optional.of(written.group(3))
                : Optional.empty();
    }
}
