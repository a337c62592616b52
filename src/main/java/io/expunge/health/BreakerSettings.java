package io.expunge.health;

import java.time.Duration;

/**
 * When a store counts as out, and how often it is then asked whether it is back.
 *
 * @param failures calls in a row, of this process, in which the store could not be reached or served nobody
 * @param firstProbe time until it is asked for the first time; doubled each time it doesn't answer
 * @param longestPause longest time between two questions
 */
public record BreakerSettings(int failures, Duration firstProbe, Duration longestPause) {

    /** What is meant where nothing is said. */
    public static BreakerSettings defaults() {
        return new BreakerSettings(5, Duration.ofSeconds(15), Duration.ofMinutes(5));
    }

    /** @param failedProbes how often it was asked in vain */
    Duration pauseAfter(int failedProbes) {
        double millis = firstProbe.toMillis() * Math.pow(2, failedProbes);
        return millis < longestPause.toMillis() ? Duration.ofMillis((long) millis) : longestPause;
    }
}
