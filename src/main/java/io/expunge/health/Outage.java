package io.expunge.health;

import java.time.Instant;

/**
 * A store that is out, as every process sees it.
 *
 * @param endpoint the address at which it is reached, as a hash: a store that moved is not out for those who know where it is
 * @param version of the row; a write names the version that it expects
 * @param failedProbes how often it was asked in vain since
 * @param nextProbeAt when it is to be asked again
 */
public record Outage(
        String store, String endpoint, long version, Instant since, int failedProbes, Instant nextProbeAt) {}
