package io.expunge.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What decides when a job goes on by itself.
 *
 * @param waits runs in a row that left it waiting
 * @param unknownLooks looks in a row that could not tell
 * @param waitingSince since when the same store and kind of failure has kept it, while it waits for a retry
 * @param secondLook longest time between the two looks at one of its tasks; of its catalog before it has a plan
 * @param held whether a legal hold lies on the tenant
 * @param pausedStore store at which a pause keeps it, {@code *} for all
 */
public record Outlook(
        int waits,
        int unknownLooks,
        Optional<Instant> waitingSince,
        Optional<Duration> secondLook,
        boolean held,
        Optional<String> pausedStore) {}
