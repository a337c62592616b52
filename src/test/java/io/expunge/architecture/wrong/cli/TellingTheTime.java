package io.expunge.architecture.wrong.cli;

import java.time.Instant;

/** Has a clock of its own. */
public final class TellingTheTime {
    public Instant tells() {
        return Instant.now();
    }
}
