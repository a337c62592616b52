package io.expunge.report;

import java.time.Instant;
import java.util.Optional;

/**
 * What keeps a job from VERIFIED at one resource and location.
 *
 * @param gap what is missing, such as {@code SECOND_LOOK} or {@code RESIDUE}
 * @param gapCode why a look could not tell
 */
public record EvidenceGap(
        String taskId,
        String resource,
        String location,
        String gap,
        Optional<String> gapCode,
        Optional<Long> residue,
        Optional<Long> ungenerated,
        Optional<Instant> lastObservedAt) {}
