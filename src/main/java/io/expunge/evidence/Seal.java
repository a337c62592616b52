package io.expunge.evidence;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** One verifying run, closed: the root over its rows and the seal before it. */
public record Seal(
        long chainPosition,
        String runId,
        long leafCount,
        String merkleRoot,
        String previousSealHash,
        Instant sealedAt) {

    /** What the first seal follows. */
    static final String NOTHING_BEFORE = "0".repeat(64);

    public Seal {
        sealedAt = sealedAt.truncatedTo(ChronoUnit.MICROS);
    }

    /** 64 hexadecimal digits over everything above. */
    public String hash() {
        return new Digest("seal 1")
                .field(chainPosition)
                .field(runId)
                .field(leafCount)
                .field(merkleRoot)
                .field(previousSealHash)
                .field(sealedAt)
                .hex();
    }
}
