package io.expunge.evidence;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Whether a store held anything that a catalog doesn't name (I10).
 *
 * @param findings names of tables or key spaces and what makes them look like tenants' data; no item
 */
public record DriftCheck(
        String runId,
        String catalogHash,
        String store,
        Outcome outcome,
        Optional<String> code,
        String findings,
        Instant checkedAt) {

    /** What was found. */
    public enum Outcome {
        CLEAN,
        DRIFT,
        UNKNOWN
    }

    public DriftCheck {
        checkedAt = checkedAt.truncatedTo(ChronoUnit.MICROS);
    }

    String hash() {
        return new Digest("drift 1")
                .field(runId)
                .field(catalogHash)
                .field(store)
                .field(outcome)
                .field(code.orElse(null))
                .field(findings)
                .field(checkedAt)
                .hex();
    }
}
