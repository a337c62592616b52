package io.expunge.evidence;

import java.time.Instant;
import java.util.Optional;

/** What the decision has to know of an evidence row. */
public record Look(
        long id,
        String runId,
        String taskId,
        int round,
        Verdict verdict,
        Optional<String> gapCode,
        Optional<String> storeCode,
        long remaining,
        Control control,
        Instant observedAt) {}
